import { describe, expect, it } from 'vitest';
import type { Message } from '../../src/review/message.ts';
import type { Platform } from '../../src/review/platform.ts';
import { buttonsOf, createFakePlatform, member, textOf } from './fake-platform.ts';
import { LIFT } from './lift.ts';
import { openRoom } from './room.ts';

/** A finished review of Ada's draft, asked for by Cy, where messages can be rewritten. */
async function reviewed({ mayRewrite = true, draft = LIFT.draft } = {}) {
  const fake = createFakePlatform();
  const rewrite: Platform['rewrite'] = async (message, { from, to }) => {
    if ((await fake.source.read(message, 'message'))?.hash !== from) return false;
    fake.edit(message, to);
    return true;
  };
  const platform = { ...fake, ...(mayRewrite ? { rewrite } : {}) };
  const root = member('root');
  const room = await openRoom({ critic: LIFT.critic, platform, admins: [root] });
  const message = fake.write(draft, { author: member('ada') });
  const outcome = await room.review(message, {}, { requester: member('cy') });
  if (outcome.type !== 'accepted') throw new Error('not accepted');
  await room.workAll();
  const { runId } = outcome;
  const label = (note: Message | null) =>
    (note === null ? [] : buttonsOf(note)).map((each) => each.label);
  const press = async (note: Message | null, name: string, by = 'ada') => {
    const action = (note === null ? [] : buttonsOf(note)).find(
      (each) => each.label === name,
    )?.action;
    if (action === undefined) throw new Error(`there is no ${name}`);
    return room.click(action.verb, action.runId, action.commentId, member(by));
  };
  const text = async () => (await fake.source.read(message, 'message'))?.text;
  return { room, fake, runId, message, label, press, text };
}
const said = (note: Message | null) => (note === null ? '' : textOf(note));

describe('Replace my message', () => {
  it('shows both texts first, then puts the final text in the place of the draft', async () => {
    const { room, runId, press, text } = await reviewed();
    const preview = await press(await room.click('use', runId), 'Replace my message');
    expect(said(preview)).toContain(`It says now:\n${LIFT.draft}\nIt will say:\n${LIFT.refined}`);
    expect(await text()).toBe(LIFT.draft);

    expect(said(await press(preview, 'Replace it'))).toContain('Done: your message says it now');
    expect(await text()).toBe(LIFT.refined);
    expect(said(await press(preview, 'Replace it'))).toContain('Done');
    expect(said(await room.click('replace', runId, 'revision-2'))).toContain(
      'exactly this already',
    );
    // Nobody reads it anew because of it, and nothing says that it was edited meanwhile.
    await room.workAll();
    expect(room.errors).toEqual([]);
  });

  it('is for the author alone', async () => {
    const { room, runId, label, text, press } = await reviewed();
    const mine = await press(await room.click('use', runId), 'Replace my message');
    for (const by of ['cy', 'root', 'bo']) {
      expect(label(await room.click('use', runId, undefined, member(by)))).not.toContain(
        'Replace my message',
      );
      expect(said(await press(mine, 'Replace it', by))).toContain('no message of yours');
    }
    expect(await text()).toBe(LIFT.draft);
  });

  it('does nothing to words that were edited or taken away since, and says so', async () => {
    const { room, fake, runId, message, press, text } = await reviewed();
    const preview = await press(await room.click('use', runId), 'Replace my message');
    fake.edit(message, 'Something else.');
    const again = await press(preview, 'Replace it');
    expect(said(again)).toContain('has changed since you looked');
    expect(said(again)).toContain('It says now:\nSomething else.');
    expect(await text()).toBe('Something else.');

    await press(again, 'Replace it');
    expect(await text()).toBe(LIFT.refined);
    fake.remove(message);
    expect(said(await press(again, 'Replace it'))).toContain('no message of yours');
  });

  it('finds the message also where its text went through more rounds', async () => {
    const { room, fake, runId, press, text } = await reviewed();
    await room.click('refine', runId);
    await room.workAll();
    await room.reviews.say({ runId, text: 'shorter', id: 'said' }, member('ada'), 'local');
    await room.workAll();
    const last = fake.posts.at(-1)?.slot.runId ?? '';
    expect(last).not.toBe(runId);
    const preview = await press(await room.click('use', last), 'Replace my message');
    await press(preview, 'Replace it');
    expect(await text()).toBe(LIFT.refined);
  });

  it('is not offered where a bot may not, or where the words came with the request', async () => {
    const { room, runId, label } = await reviewed({ mayRewrite: false });
    expect(label(await room.click('use', runId))).toEqual(['Post in channel']);
    expect(said(await room.click('replace', runId, 'revision-2'))).toContain('no message of yours');

    const other = await reviewed();
    const target = { type: 'draft', text: `${LIFT.draft} Again.`, notRead: [] } as const;
    const asked = await other.room.request({ target });
    if (asked.type !== 'accepted') throw new Error('not accepted');
    await other.room.workAll();
    expect(other.label(await other.room.click('use', asked.runId))).not.toContain(
      'Replace my message',
    );
  });
});
