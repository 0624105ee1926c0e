/* What people hit on every platform, as it would come about on Discord. */
import { describe, expect, it } from 'vitest';
import { formatRef } from '../../../src/review/refs.ts';
import { panelCritic } from '../../review/room.ts';
import { DRAFT, openNewsroom, resultIn } from './newsroom.ts';

const CANARY = 'zanzibar';

describe('what people hit anywhere', () => {
  it('RC-036: keeps mentions, channels, dates, links and emoji, and notifies nobody', async () => {
    const room = await openNewsroom({
      critic: panelCritic({ 'line-editor': [['very very', 'very']] }),
    });
    const { discord, general, ada, bo, service } = room;
    const tokens = `${bo.mention} <#${general.id}> <t:1712345678:D> https://example.com/a?x=1&y=2 🎉`;
    const draft = ada.post(general, `A very very long day: ${tokens} and \`${bo.mention}\`.`);
    bo.react(draft, '✏️');

    const result = await resultIn(room, draft.id);
    // Kept with the name that it is shown by.
    const refined = `A very long day: ${tokens} and \`${bo.mention}\`.`.replaceAll(
      bo.mention,
      `<@${bo.id}|bo>`,
    );
    const [run] = await service.deps.requests.recent(formatRef<'member'>('discord', [bo.id]), 1);
    const stored = await service.deps.runs.load(run?.runId ?? '');
    expect(JSON.stringify(stored)).toContain(JSON.stringify(refined).slice(1, -1));
    expect(result.text).toContain('@bo');
    expect(result.text).not.toContain(`<@${bo.id}`);
    const posts = discord.place(draft.id)?.messages() ?? [];
    expect(posts).not.toEqual([]);
    for (const { pings } of posts) {
      expect(pings).toEqual({ everyone: false, roles: [], users: [] });
    }
  });

  it('RC-093: tells of what broke without anybody’s words', async () => {
    const room = await openNewsroom();
    const { discord, general, ada, bo, service } = room;
    const draft = ada.post(general, `${DRAFT} It is about ${CANARY}.`);
    discord.trouble({
      method: 'POST',
      path: /\/messages$|^\/webhooks\//,
      how: { status: 400, code: 50035, message: 'Invalid Form Body' },
    });
    bo.react(draft, '✏️');
    await discord.until(() => service.errors.length > 0, 'the error');
    const told = service.errors.map((error) =>
      error instanceof Error ? `${error.message} ${String(error.cause)} ${error.stack}` : error,
    );
    expect(JSON.stringify(told)).not.toContain(CANARY);
    expect(JSON.stringify([told, service.warnings])).not.toContain(discord.token);
  });

  it('RC-095: says privately that the limit of a day is reached, and asks no model', async () => {
    const asked: string[] = [];
    const panel = panelCritic({});
    const room = await openNewsroom({
      critic: {
        critique: (...given) => {
          asked.push(given[1].text);
          return panel.critique(...given);
        },
      },
      settingsOf: ({ server }) => [
        {
          workspace: server.id,
          values: {
            budget: {
              tokensPerRun: null,
              reviewsPerMember: 1,
              tokensPerMember: null,
              tokensPerChannel: null,
              tokensPerWorkspace: null,
              costPerWorkspace: null,
            },
          },
        },
      ],
    });
    const { discord, general, ada, bo } = room;
    bo.react(ada.post(general, DRAFT), '✏️');
    await discord.until(() => '✅' in (general.messages()[0]?.reactions ?? {}), 'the review');
    const before = asked.length;

    const second = ada.post(general, `${DRAFT} Once more.`);
    bo.react(second, '✏️');

    const note = await discord.until(
      () =>
        discord
          .place(bo.direct().id)
          ?.messages()
          .find(({ text }) => text.includes('the limit here')),
      'the note',
    );
    expect(note.text).toContain('00:00 UTC');
    expect(asked.length).toBe(before);
    expect(discord.place(second.id)).toBeNull();
  });
});
