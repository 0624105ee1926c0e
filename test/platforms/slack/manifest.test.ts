import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { SCOPES } from '../../../src/platforms/slack/scopes.ts';

const text = readFileSync('manifest.yml', 'utf8');
const docs = readFileSync('docs/slack.md', 'utf8');

interface Manifest {
  readonly features: {
    readonly slash_commands: readonly {
      readonly command: string;
      readonly should_escape: boolean;
    }[];
    readonly shortcuts: readonly { readonly name: string; readonly callback_id: string }[];
  };
  readonly oauth_config: {
    readonly scopes: { readonly bot: readonly string[]; readonly bot_optional: readonly string[] };
  };
  readonly settings: {
    readonly event_subscriptions: { readonly bot_events: readonly string[] };
    readonly socket_mode_enabled: boolean;
  };
}

/** With the lines for HTTP taken in, as the manifest says to. */
const overHttp = text
  .replace(/^(\s*)# (?=(?:url|request_url|redirect_urls|\s+- https):?)/gm, '$1')
  .replace('socket_mode_enabled: true', 'socket_mode_enabled: false');

describe('manifest.yml', () => {
  const manifest = parse(text) as Manifest;

  it('asks for what the code uses', () => {
    expect(manifest.features.slash_commands).toMatchObject([
      { command: '/refine', should_escape: true },
    ]);
    expect(manifest.features.shortcuts.map((each) => each.callback_id)).toEqual([
      'review_message',
      'review_thread',
      'new_review',
    ]);
    const { bot, bot_optional: optional } = manifest.oauth_config.scopes;
    expect(bot).toEqual(SCOPES);
    expect(optional.filter((scope) => !bot.includes(scope))).toEqual([]);
    for (const event of ['reaction_added', 'app_mention', 'message.im', 'tokens_revoked']) {
      expect(manifest.settings.event_subscriptions.bot_events).toContain(event);
    }
  });

  it('turns into one for HTTP by taking its commented lines in', () => {
    const { settings, features } = parse(overHttp) as {
      settings: { event_subscriptions: { request_url?: string }; socket_mode_enabled: boolean };
      features: { slash_commands: { url?: string }[] };
    };
    expect(settings.socket_mode_enabled).toBe(false);
    expect(settings.event_subscriptions.request_url).toMatch(/\/slack\/events$/);
    expect(features.slash_commands[0]?.url).toMatch(/\/slack\/events$/);
  });

  it('has each scope and event explained in docs/slack.md', () => {
    const { bot } = manifest.oauth_config.scopes;
    const events = manifest.settings.event_subscriptions.bot_events;
    expect([...bot, ...events].filter((name) => !docs.includes(`\`${name}\``))).toEqual([]);
  });

  it('fits a check that knows nothing else', () => {
    const ajv = new Ajv({ strict: false });
    expect(ajv.validate({ type: 'object' }, manifest)).toBe(true);
  });
});
