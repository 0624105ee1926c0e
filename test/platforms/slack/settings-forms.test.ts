import { describe, expect, it } from 'vitest';
import { memberRef } from '../../../src/platforms/slack/places.ts';
import type { Person, SeenView } from '../../fakes/slack/people.ts';
import type { Seen } from '../../fakes/slack/seen.ts';
import { setUpStages } from './cases.ts';
import type { SlackRigOptions } from './rig.ts';

const stageFor = setUpStages();

async function open(options: SlackRigOptions = {}) {
  const stage = await stageFor(options);
  const { channel, slack } = stage;
  /** The settings as a private message. */
  const settingsOf = async (person: Person): Promise<Seen> => {
    const before = channel.messages(person).length;
    await person.command(channel, '/refine', 'settings');
    return slack.until(() => channel.messages(person)[before], 'the settings');
  };
  /** Opens the form behind an entry of a menu, by what its address ends with. */
  const openForm = async (person: Person, ending: string): Promise<SeenView> => {
    const shown = await settingsOf(person);
    const control = shown.controls.find(({ options: all }) =>
      all.some(({ value }) => value.endsWith(ending)),
    );
    const address = control?.options.find(({ value }) => value.endsWith(ending))?.value;
    if (control === undefined || address === undefined)
      throw new Error(`nothing ends with ${ending}`);
    await person.choose(shown, control.actionId, address);
    return slack.until(() => person.modal(), `the form ${ending}`);
  };
  const place = { workspace: stage.acme.id, channel: channel.id };
  const now = () => stage.decided.settings(place);
  return { ...stage, settingsOf, openForm, now };
}

const valuesIn = (form: SeenView, block: string) => JSON.stringify(form.record.state[block] ?? {});

describe('forms of the settings on Slack', () => {
  it('go there and back unchanged, whatever kind their fields are', async () => {
    const { ines, settingsOf, slack } = await open();
    const kinds = new Set<string>();
    const shown = await settingsOf(ines);
    const addresses = shown.controls
      .flatMap(({ options, actionId }) => options.map(({ value }) => ({ actionId, value })))
      .filter(({ value }) => value.startsWith('settings/'));
    expect(addresses.length).toBeGreaterThan(3);
    for (const { actionId, value } of addresses) {
      await ines.choose(shown, actionId, value);
      const form = await slack.until(() => ines.modal(), value);
      for (const { type } of form.controls) kinds.add(type);
      expect(await ines.submit(form)).toMatchObject({ errors: null });
      const after = ines.modal();
      expect(after?.text, value).toContain('Nothing was different');
      if (after !== null) await ines.close(after, true);
    }
    expect([...kinds].sort()).toEqual([
      'multi_static_select',
      'multi_users_select',
      'plain_text_input',
      'static_select',
    ]);
  });

  it('save every kind of field, and show it when they are opened again', async () => {
    const { acme, ines, tomek, openForm, now } = await open();
    const form = await openForm(ines, 'here/review');
    await ines.submit(form, { rounds: '3', personas: ['line-editor', 'fact-checker'] });
    expect(ines.modal()?.text).toContain('Saved for this channel');
    expect((await now()).rounds).toEqual({ value: 3, origin: 'channel' });
    expect((await now()).personas.value).toEqual(['line-editor', 'fact-checker']);
    await ines.close(ines.modal() as SeenView, true);

    const people = await openForm(ines, 'all/access');
    await ines.submit(people, { managers: [tomek.id] });
    expect((await now()).managers.value).toEqual([memberRef(acme.id, tomek.id)]);
    await ines.close(ines.modal() as SeenView, true);

    const again = await openForm(ines, 'here/review');
    expect(valuesIn(again, 'rounds')).toContain('"3"');
    expect(valuesIn(again, 'personas')).toMatch(/line-editor.*fact-checker/);
    await ines.close(again);
    expect((await now()).rounds.value).toBe(3);
  });

  it('say at a field what is wrong, keep all that was filled in, and save it once it is put right', async () => {
    const { ines, openForm, now } = await open();
    const form = await openForm(ines, 'all/budget');
    const text = form.controls.find(({ type }) => type === 'plain_text_input');
    if (text === undefined) throw new Error('no text to fill in');
    const { errors } = await ines.submit(form, { [text.blockId]: 'plenty' });
    expect(Object.keys(errors ?? {})).toEqual([text.blockId]);
    expect(Object.values(errors ?? {})[0]).toMatch(/\S+ .*\S/);
    const still = ines.modal();
    expect(still?.id).toBe(form.id);
    expect(valuesIn(still as SeenView, text.blockId)).toContain('plenty');
    const before = JSON.stringify(await now());
    await ines.submit(still as SeenView, { [text.blockId]: '7' });
    expect(ines.modal()?.text).toContain('Saved');
    expect(JSON.stringify(await now())).not.toBe(before);
  });

  it('tell who was slower what changed meanwhile, keep their choice, and save it when they insist', async () => {
    const { acme, ines, openForm, now } = await open();
    const lars = acme.member('Lars Okonjo', { role: 'admin' });
    const slower = await openForm(lars, 'all/review');
    const faster = await openForm(ines, 'all/review');
    await ines.submit(faster, { rounds: '2' });
    const { errors } = await lars.submit(slower, { rounds: '4' });
    expect(errors).toBeNull();
    const told = lars.modal();
    expect(told?.text).toContain('While you had this open');
    expect(valuesIn(told as SeenView, 'rounds')).toContain('"4"');
    expect((await now()).rounds.value).toBe(2);
    await lars.submit(told as SeenView);
    expect(lars.modal()?.text).toContain('Saved');
    expect((await now()).rounds.value).toBe(4);
  });

  it('that Slack opens no more are told of, with a way on', async () => {
    const { ines, settingsOf, slack, note } = await open();
    const shown = await settingsOf(ines);
    const menu = shown.controls.find(({ options }) =>
      options.some(({ value }) => value === 'settings/all/review'),
    );
    for (const error of ['expired_trigger_id', 'exchanged_trigger_id']) {
      slack.fault({ method: 'views.open', times: 1, effect: { error } });
      await ines.choose(shown, menu?.actionId ?? '', 'settings/all/review');
    }
    await note(ines, 'waited too long');
    await note(ines, 'try again');
    expect(ines.modal()).toBeNull();
    await ines.choose(shown, menu?.actionId ?? '', 'settings/all/review');
    await slack.until(() => ines.modal(), 'the form after all');
  });

  it('that a command asked for and that come after its time are shown all the same', async () => {
    const { ines, slack, settingsOf } = await open({ doorAfterMs: 3_500 });
    const shown = await settingsOf(ines);
    expect(shown.privateTo).toBe(ines.id);
    expect(shown.text).toContain('Settings');
    const command = slack.deliveries.find(({ payload }) => payload['command'] === '/refine');
    expect(command?.attempts[0]?.result).toMatchObject({ type: 'acked' });
  });

  it('that come late take their place in time, and what was sent late is answered in it', async () => {
    const { ines, settingsOf, slack, now } = await open({
      doorAfterMs: 2_200,
      slack: { pace: { ackMs: 20_000, triggerMs: 20_000 } },
    });
    const shown = await settingsOf(ines);
    const menu = shown.controls.find(({ options }) =>
      options.some(({ value }) => value === 'settings/all/review'),
    );
    await ines.choose(shown, menu?.actionId ?? '', 'settings/all/review');
    await slack.until(() => ines.modal()?.text.includes('One moment'), 'its place');
    const form = await slack.until(
      () => (ines.modal()?.submit ? ines.modal() : null),
      'the form itself',
    );
    const { errors } = await ines.submit(form, { rounds: '4' });
    expect(errors).toBeNull();
    await slack.until(() => ines.modal()?.text.includes('Saved'), 'the answer');
    expect((await now()).rounds.value).toBe(4);
  });

  it('of somebody without the right are refused privately, and nothing changes', async () => {
    const { tomek, settingsOf, now } = await open();
    const before = JSON.stringify(await now());
    const shown = await settingsOf(tomek);
    expect(shown.privateTo).toBe(tomek.id);
    expect(shown.text).toMatch(/admin|change/i);
    expect(JSON.stringify(await now())).toBe(before);
  });
});
