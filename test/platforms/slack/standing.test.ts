import { describe, expect, it } from 'vitest';
import { openSlack } from '../../../src/platforms/slack/adapter.ts';
import { SCOPES } from '../../../src/platforms/slack/scopes.ts';
import { createReviews } from '../../../src/review/review-door.ts';
import { USUAL_APP } from '../../fakes/slack/slack.ts';
import { DRAFT, type SlackRigOptions } from './rig.ts';
import { setUpRigs } from './rigs.ts';

const openRig = setUpRigs();

async function open(options: SlackRigOptions = {}) {
  const rig = await openRig(options);
  const statusIn = async (channel: { readonly id: string }) => {
    const { body } = await rig.ines.command(channel, '/refine', 'status');
    expect(body).toMatchObject({ response_type: 'ephemeral' });
    return JSON.stringify(body);
  };
  return { ...rig, statusIn };
}

describe('how things stand on Slack', () => {
  it('RC-020 names the process and its connections', async () => {
    const { channel, slack, statusIn } = await open();
    await slack.until(() => slack.socket.count === 2, 'both connections');
    const status = await statusIn(channel);
    expect(status).toContain('process 7');
    expect(status).toMatch(/[12] connections?/);
    expect(status).toContain('I’m in this channel.');
    expect(status).not.toContain('⚠️');
  });

  it('RC-020 says over HTTP that there are no connections', async () => {
    const { channel, statusIn } = await open({ slack: { transport: 'http' } });
    expect(await statusIn(channel)).toContain('events come over HTTP');
  });

  it('RC-020 warns of processes that share what Slack sends', async () => {
    const { channel, statusIn } = await open({ instances: 2 });
    expect(await statusIn(channel)).toContain('2 processes work on this database');
  });

  it('RC-020 warns of a stranger with the same app token', async () => {
    const stranger = await open();
    const { appOptions, deps, slack, acme } = stranger;
    const before = slack.socket.count;
    const other = await openSlack({ ...appOptions });
    await other.listen(createReviews(deps));
    await slack.until(() => slack.socket.count >= before + 2, 'its connections');
    // Which of the two answers is Slack’s choice: one of them saw the other come.
    const channel = acme.channel('other');
    const seen = new Set<string>();
    for (let tries = 0; tries < 8; tries += 1) seen.add(await stranger.statusIn(channel));
    expect([...seen].some((said) => said.includes('same app token'))).toBe(true);
    await other.stopListening();
    await other.close();
  });

  it('tells admins, and nobody else, in which channels settings wait for it in vain', async () => {
    const decided: string[] = [];
    const { acme, channel, slack, statusIn, tomek } = await open({
      decidedChannels: () => decided,
    });
    const elsewhere = acme.channel('elsewhere', { withBot: false });
    const secret = acme.channel('secret', { withBot: false, kind: 'private' });
    decided.push(channel.id, elsewhere.id, secret.id);
    expect(await statusIn(channel)).toContain(`Settings wait in #elsewhere and ${secret.id}`);
    const { body } = await tomek.command(channel, '/refine', 'status');
    expect(JSON.stringify(body)).toContain('I’m in this channel.');
    expect(JSON.stringify(body)).not.toContain('elsewhere');
    expect(slack.callsOf('conversations.info').length).toBeLessThan(5);
  });

  it('RC-089 tells what was not given, in the status and once in the log, and goes on without', async () => {
    const scopes = SCOPES.filter((each) => !['reactions:write', 'groups:history'].includes(each));
    const { channel, ines, tomek, logged, slack, statusIn, quiet } = await open({
      slack: { app: { scopes } },
    });
    const status = await statusIn(channel);
    expect(status).toContain('reactions:write');
    expect(status).toContain('groups:history');
    expect(status).toContain('Reinstall to Workspace');

    const draft = ines.post(channel, DRAFT);
    tomek.react(draft, 'pencil2');
    await slack.until(() => channel.thread(draft).find(({ by }) => by === 'Bluepencil'));
    await quiet();
    const gaps = logged.filter(({ what }) => what === 'a permission was not given');
    expect(gaps.map(({ about }) => about.scope)).toEqual(['reactions:write', 'groups:history']);
    expect(slack.callsOf('reactions.add')).toHaveLength(0);
  });

  it('RC-089 has nothing to say where all was given', async () => {
    const { logged } = await open({ slack: { app: { scopes: USUAL_APP.scopes } } });
    expect(logged.filter(({ what }) => what === 'a permission was not given')).toEqual([]);
  });

  it('says in a channel without me what to type', async () => {
    const { acme, statusIn } = await open();
    const closed = acme.channel('closed', { kind: 'private', withBot: false });
    expect(await statusIn(closed)).toContain('/invite @Bluepencil');
  });

  it('stands on the Home tab as well', async () => {
    const { ines, tomek, slack } = await open();
    ines.openHome();
    const home = await slack.until(() => ines.home(), 'the Home tab');
    expect(home.text).toContain('How things stand');
    expect(home.text).toContain('process 7');
    expect(home.text).toContain('No model is set up');
    tomek.openHome();
    const plain = await slack.until(() => tomek.home(), 'the Home tab of a member');
    expect(plain.text).toContain('No model is set up');
    expect(plain.text).not.toContain('process 7');
  });
});
