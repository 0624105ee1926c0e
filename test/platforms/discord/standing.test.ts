import { describe, expect, it } from 'vitest';
import { openRig } from './rig.ts';

describe('how things stand on Discord', () => {
  it('tells admins, and nobody else, where settings wait in vain for a right', async () => {
    const decided: string[] = [];
    const rig = await openRig({ adapter: { decidedChannels: async () => decided } });
    const { ada, bo, general, server } = rig;
    const press = server.channel('press', { botMayNot: ['sendMessages'] });
    const open = server.channel('open', { botMayNot: ['addReactions'] });
    decided.push(general.id, press.id, open.id);
    const forAdmin = await ada.command(general, 'refine-admin status').said('every permission');
    expect(forAdmin.text).toContain(`Settings wait in <#${press.id}>, where I lack Send Messages.`);
    expect(forAdmin.text).not.toContain(open.id);
    const forMember = await bo.command(general, 'refine-admin status').said('every permission');
    expect(forMember.text).not.toContain(press.id);
    await rig.close();
  });
});
