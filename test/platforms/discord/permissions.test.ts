import { describe, expect, it } from 'vitest';
import {
  invitePermissions,
  missingPermissions,
  PERMISSIONS,
  permissionsIn,
} from '../../../src/platforms/discord/permissions.ts';

describe('the rights of the bot', () => {
  it('are the number of the invite link', () => {
    expect(invitePermissions()).toBe(309_774_634_048n);
  });

  it('include no right to notify everybody', () => {
    expect(invitePermissions() & (1n << 17n)).toBe(0n);
  });

  it('count by roles, then by what the channel denies and grants', () => {
    const place = {
      server: '1',
      member: '9',
      memberRoles: ['2'],
      roles: [
        { id: '1', permissions: String(1n << 10n) },
        { id: '2', permissions: String(1n << 11n) },
        { id: '3', permissions: String(1n << 3n) },
      ],
    };
    const denied = [{ id: '1', type: 0, allow: '0', deny: String(1n << 11n) }];
    const granted = [...denied, { id: '9', type: 1, allow: String(1n << 11n), deny: '0' }];
    expect(permissionsIn({ ...place, overwrites: [] })).toBe(String((1n << 10n) | (1n << 11n)));
    expect(permissionsIn({ ...place, overwrites: denied })).toBe(String(1n << 10n));
    expect(permissionsIn({ ...place, overwrites: granted })).toBe(
      String((1n << 10n) | (1n << 11n)),
    );
  });

  it('count as given where one role of several gives what another denies', () => {
    const bit = String(1n << 11n);
    const place = {
      server: '1',
      member: '9',
      memberRoles: ['2', '3'],
      roles: [{ id: '1', permissions: bit }],
      overwrites: [
        { id: '2', type: 0, allow: '0', deny: bit },
        { id: '3', type: 0, allow: bit, deny: '0' },
      ],
    };
    expect(permissionsIn(place)).toBe(bit);
  });

  it('are all there for an administrator', () => {
    expect(missingPermissions(String(1n << 3n))).toEqual([]);
    expect(missingPermissions('0')).toHaveLength(Object.keys(PERMISSIONS).length);
  });
});
