import { afterEach, describe, expect, it } from 'vitest';
import { memberRef } from '../../../src/platforms/slack/places.ts';
import { createInstallationRepository } from '../../../src/store/installation-repository.ts';
import { DRAFT, openSlackRig, type SlackRig } from './rig.ts';

const rigs: SlackRig[] = [];

const ADMIN = { isAdmin: true, roles: [], isExternal: false, via: 'slack' };

async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 20_000;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error('it did not come to that');
    await new Promise((go) => setTimeout(go, 10));
  }
}

afterEach(async () => {
  for (const rig of rigs.splice(0)) {
    expect(rig.slack.violations()).toEqual([]);
    await rig.close();
  }
});

async function open(rotatesTokens = false): Promise<SlackRig> {
  const rig = await openSlackRig({ isMany: true, slack: { app: { rotatesTokens } } });
  rigs.push(rig);
  return rig;
}

/** Goes to the page, allows the app, and comes back. */
async function install(
  slack: SlackRig['slack'],
  by: SlackRig['ines'],
  publicUrl: string,
): Promise<{ readonly status: number }> {
  const page = await slack.browser(by).visit(`${publicUrl}/slack/install`);
  if (page.consent === null) throw new Error('nobody asked for consent');
  return page.consent.allow();
}

const REFINED = 'This is a very long story about the lift.';

describe('installing in many workspaces', () => {
  it('lets a workspace in over OAuth, reviews there, and keeps its token sealed', async () => {
    const { slack, publicUrl, database } = await open();
    const other = slack.workspace('Umbrella', { installed: false });
    const zoe = other.member('Zoe Admin', { role: 'admin' });
    const page = await install(slack, zoe, publicUrl);
    expect(page).toMatchObject({ status: 200 });
    const room = other.channel('room');

    const draft = zoe.post(room, DRAFT);
    zoe.react(draft, 'pencil2');
    await slack.until(
      () => room.thread(draft).some(({ text }) => text.includes(REFINED)),
      'a review',
    );

    const found = await createInstallationRepository(database).find('slack', other.id);
    expect(found).not.toBeNull();
    expect(JSON.stringify(found)).not.toContain(other.botToken);
  });

  it.each([
    [['app_uninstalled', 'tokens_revoked']],
    [['tokens_revoked', 'app_uninstalled']],
  ] as const)(
    'RC-090 %j: forgets the token at once, keeps the settings, and a late word harms no reinstall',
    async (order) => {
      const { slack, publicUrl, database, decided } = await open();
      const other = slack.workspace('Umbrella', { installed: false });
      const zoe = other.member('Zoe Admin', { role: 'admin' });
      await install(slack, zoe, publicUrl);
      const place = { workspace: other.id };
      const by = { ...ADMIN, member: memberRef(other.id, zoe.id) };
      const form = await decided.door.show('settings/all/review', by, place);
      if (form.type !== 'form') throw new Error('a form');
      await decided.door.submit(form.address, { rounds: '3' }, by, place);

      const store = createInstallationRepository(database);
      other.uninstall(order);
      await slack.settled();
      await until(async () => (await store.find('slack', other.id)) === null);
      const [rows] = await database.read((db) => [db.select().from(database.tables.installations)]);
      expect(rows).toMatchObject([{ workspace: other.id, secret: null, keyId: null }]);
      expect(rows[0]?.removedAt).toBeInstanceOf(Date);

      await install(slack, zoe, publicUrl);
      const late = slack.deliveries.filter(({ payload }) =>
        order.some((type) => JSON.stringify(payload).includes(type)),
      );
      expect(late).toHaveLength(2);
      for (const delivery of late) await slack.redeliver(delivery);
      expect(await store.find('slack', other.id)).not.toBeNull();
      expect((await decided.settings(place)).rounds).toEqual({ value: 3, origin: 'workspace' });

      const room = other.channel('room');
      const draft = zoe.post(room, DRAFT);
      zoe.react(draft, 'pencil2');
      await slack.until(
        () => room.thread(draft).some(({ text }) => text.includes(REFINED)),
        'a review after the reinstall',
      );
    },
  );

  it('is installed for a whole organisation, and answers emoji, commands, clicks and the Home tab there', async () => {
    const { slack, publicUrl, database, quiet } = await open();
    const enterprise = { id: 'E0GRID', name: 'Grid' };
    const team = slack.workspace('Grid Team', { installed: false, enterprise });
    const zoe = team.member('Zoe Admin', { role: 'admin' });
    const page = await slack.browser(zoe).visit(`${publicUrl}/slack/install`);
    if (page.consent === null) throw new Error('nobody asked for consent');
    expect(await page.consent.allow({ isEnterprise: true })).toMatchObject({ status: 200 });
    expect(await createInstallationRepository(database).find('slack', 'E0GRID')).not.toBeNull();

    const room = team.channel('room');
    const draft = zoe.post(room, DRAFT);
    zoe.react(draft, 'pencil2');
    const answer = await slack.until(
      () => room.thread(draft).find(({ text }) => text.includes(REFINED)),
      'a review',
    );
    await quiet();
    const { body } = await zoe.command(room, '/refine', 'help');
    expect(JSON.stringify(body)).toContain('Review this message');
    await zoe.click(answer, 'Show changes');
    await slack.until(
      () =>
        room
          .messages(zoe)
          .find(({ privateTo, text }) => privateTo !== null && /change/i.test(text)),
      'the changes',
    );
    zoe.openHome();
    await slack.until(() => zoe.home(), 'the Home tab');
    await zoe.command(room, '/refine');
    const form = await slack.until(() => zoe.modal(), 'the form');
    await zoe.submit(form, { 'Your text': DRAFT, 'Who sees it': 'Only me' });
    await slack.until(
      () =>
        zoe
          .dm()
          .messages()
          .some(({ text }) => text.includes(REFINED)),
      'the answer to the form',
    );
    await quiet();
  });

  it('RC-091 in a shared channel the home workspace’s settings hold, and strangers follow them', async () => {
    const { slack, publicUrl, decided, quiet } = await open();
    const home = slack.workspace('Home', { installed: false });
    const guestland = slack.workspace('Guestland', { installed: false });
    const zoe = home.member('Zoe Admin', { role: 'admin' });
    const gus = guestland.member('Gus Admin', { role: 'admin' });
    await install(slack, zoe, publicUrl);
    // The stranger's own workspace has the app too, though it is not in this channel.
    await install(slack, gus, publicUrl);
    const shared = home.channel('shared', { sharedWith: [guestland] });
    shared.invite(gus);

    const draft = zoe.post(shared, DRAFT);
    gus.react(draft, 'pencil2');
    await slack.until(
      () =>
        shared
          .messages(gus)
          .find(
            ({ privateTo, text }) =>
              privateTo === gus.id && text.includes('members of this workspace'),
          ),
      'the refusal',
    );
    await quiet();
    expect(shared.thread(draft)).toEqual([]);

    zoe.react(draft, 'pencil2');
    const answer = await slack.until(
      () => shared.thread(draft).find(({ text }) => text.includes(REFINED)),
      'the review for somebody of the home workspace',
    );
    await quiet();
    await gus.click(answer, 'Another round');
    await slack.until(
      () =>
        shared
          .messages(gus)
          .filter(
            ({ privateTo, text }) =>
              privateTo === gus.id && text.includes('members of this workspace'),
          ).length === 2,
      'the refusal of the click',
    );

    const place = { workspace: home.id };
    const by = { ...ADMIN, member: memberRef(home.id, zoe.id) };
    const form = await decided.door.show('settings/all/reading', by, place);
    if (form.type !== 'form') throw new Error(JSON.stringify(form).slice(0, 200));
    await decided.door.submit(form.address, { externalPeople: 'trigger' }, by, place);
    expect((await decided.settings(place)).externalPeople.value).toBe('trigger');
    const second = zoe.post(shared, `${DRAFT} Again.`);
    gus.react(second, 'pencil2');
    await slack.until(
      () => shared.thread(second).some(({ text }) => text.includes(REFINED)),
      'a review for the stranger',
    );
    await quiet();
  });
});
