import type { Posted } from '../../fakes/slack/people.ts';
import { LEAD_CRITIC, listenTo, type OpenLead, rowsOf } from '../lead-script.ts';
import { openSlackRig } from './rig.ts';

export const openLead: OpenLead = async () => {
  const rig = await openSlackRig({ critic: LEAD_CRITIC });
  const { slack, acme, channel, ines } = rig;
  const given = listenTo(rig.deps);
  const screenOrNull = () =>
    channel.messages(ines).findLast(({ privateTo }) => privateTo === ines.id) ?? null;
  const screen = () => {
    const shown = ines.modal() ?? screenOrNull();
    if (shown === null) throw new Error('nothing is shown');
    return shown;
  };
  const read = () => screen().text;
  /** Does something and waits for the screen to be another one. */
  const changing = async <T>(act: () => Promise<T>): Promise<T> => {
    const look = () => {
      const shown = screenOrNull();
      return JSON.stringify([ines.modal()?.view ?? null, shown?.ts, shown?.blocks]);
    };
    const before = look();
    const done = await act();
    await slack.until(() => look() !== before, 'another screen');
    return done;
  };

  return {
    given,
    read,
    async open(word) {
      const modal = ines.modal();
      if (modal !== null) await ines.close(modal, true);
      await changing(() => ines.command(channel, '/refine', word));
    },
    async follow(label) {
      const where = screen();
      const isIt = (name: string) => name === label || name.endsWith(` ${label}`);
      for (const control of where.controls) {
        const options = (control.element.options ?? []) as { text: { text: string } }[];
        const option = options.find(({ text }) => isIt(text.text));
        if (option === undefined && !isIt(control.label)) continue;
        await changing(() =>
          option === undefined
            ? ines.click(where, control.actionId)
            : ines.choose(where, control.actionId, option.text.text),
        );
        return;
      }
      throw new Error(`there is no way called ${label} in: ${read()}`);
    },
    async fill(values) {
      const left = new Map(Object.entries(values));
      for (;;) {
        const form = ines.modal();
        if (form === null || form.callbackId !== 'screen')
          throw new Error(`no form but: ${read()}`);
        const here = form.controls.flatMap(({ blockId }) => {
          const value = left.get(blockId);
          left.delete(blockId);
          return value === undefined ? [] : [[blockId, value] as const];
        });
        await changing(async () => {
          const { errors } = await ines.submit(form, Object.fromEntries(here));
          if (errors !== null) throw new Error(JSON.stringify(errors));
        });
        if (ines.modal()?.callbackId !== 'screen') break;
      }
      if (left.size > 0) throw new Error(`no field ${[...left.keys()].join(', ')}`);
      return read();
    },
    async review(draft, emoji) {
      const posted: Posted = ines.post(channel, draft);
      ines.react(posted, emoji);
      return slack.until(() => {
        const thread = channel.thread(posted, ines).map(({ by, text }) => `${by}: ${text}`);
        const marks = channel.message(posted)?.reactions ?? {};
        const refusal = channel
          .messages(ines)
          .find(({ privateTo, text }) => privateTo === ines.id && text.includes('limit here'));
        if (refusal !== undefined) return refusal.text;
        return marks.white_check_mark === undefined ? null : thread.join('\n');
      }, 'a review or a refusal');
    },
    rows: () => rowsOf(rig.database, acme.id, channel.id),
    close: () => rig.close(),
  };
};
