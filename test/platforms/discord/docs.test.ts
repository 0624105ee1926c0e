import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { invitePermissions, PERMISSIONS } from '../../../src/platforms/discord/permissions.ts';

const documentation = readFileSync('docs/discord.md', 'utf8');

describe('docs/discord.md', () => {
  it('invites with exactly the rights that are used', () => {
    expect(documentation).toContain(`permissions=${invitePermissions()}`);
  });

  it.each(Object.values(PERMISSIONS))(
    '$name stands in the documentation with what goes without it',
    ({ name, without, isOptional }) => {
      const optional = isOptional && name === 'Manage Webhooks' ? ' (optional)' : '';
      expect(documentation).toContain(`| ${name}${optional} | ${without} |`);
    },
  );
});
