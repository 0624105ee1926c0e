import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { assertKeysOpen, closedSecrets, rotateKeys } from '../src/keys.ts';
import { createSealer, keyIdOf } from '../src/seal.ts';
import { createInstallationRepository } from '../src/store/installation-repository.ts';
import { createSealedRepository } from '../src/store/sealed-repository.ts';
import { onEveryEngine } from './store/engines.ts';

const OLD = Buffer.alloc(32, 1);
const NEW = Buffer.alloc(32, 2);

onEveryEngine(({ database }) => {
  const open = async (keys: readonly Buffer[], workspaces = ['T1', 'T2', 'T3']) => {
    const installations = createInstallationRepository(database());
    const sealer = createSealer(keys);
    for (const workspace of workspaces) {
      const secret = sealer.seal(`token of ${workspace}`);
      await installations.save({ platform: 'slack', workspace, secret, installedAt: 1 });
    }
    const tokens = async (withKeys: readonly Buffer[]) => {
      const found = await Promise.all(
        workspaces.map((workspace) => installations.find('slack', workspace)),
      );
      const opener = createSealer(withKeys);
      return found.map((each) => (each === null ? null : opener.open(each.secret)));
    };
    return { installations, sealed: createSealedRepository(database()), tokens };
  };

  it('seals everything with the new key, and once more changes nothing', async () => {
    const { sealed, tokens } = await open([OLD]);

    expect(await rotateKeys(sealed, [NEW, OLD])).toEqual({ changed: 3, ready: 0 });
    expect(await rotateKeys(sealed, [NEW, OLD])).toEqual({ changed: 0, ready: 3 });

    expect(await tokens([NEW])).toEqual(['token of T1', 'token of T2', 'token of T3']);
  });

  it('goes on where it was broken off, and every process that knows both keys keeps working', async () => {
    const { sealed, tokens } = await open([OLD]);
    let left = 2;
    const breaking = {
      ...sealed,
      replace: async (...change: Parameters<typeof sealed.replace>) => {
        left -= 1;
        if (left < 0) throw new Error('killed');
        return sealed.replace(...change);
      },
    };

    await expect(rotateKeys(breaking, [NEW, OLD])).rejects.toThrow('killed');
    expect(await tokens([OLD, NEW])).toEqual(['token of T1', 'token of T2', 'token of T3']);

    expect(await rotateKeys(sealed, [NEW, OLD])).toEqual({ changed: 1, ready: 2 });
  });

  it('never puts an old token over one that was renewed meanwhile', async () => {
    const { installations, sealed, tokens } = await open([OLD], ['T1']);
    const meddling = {
      ...sealed,
      async replace(...change: Parameters<typeof sealed.replace>) {
        const secret = createSealer([NEW, OLD]).seal('renewed');
        const before = change[0].secret;
        await installations.renew({ platform: 'slack', workspace: 'T1', secret, before });
        return sealed.replace(...change);
      },
    };

    await rotateKeys(meddling, [NEW, OLD]);

    expect(await tokens([NEW])).toEqual(['renewed']);
  });

  it('several at once seal each token once', async () => {
    const { sealed, tokens } = await open([OLD]);

    const both = await Promise.all([
      rotateKeys(sealed, [NEW, OLD]),
      rotateKeys(sealed, [NEW, OLD]),
    ]);

    expect(both.reduce((sum, { changed }) => sum + changed, 0)).toBe(3);
    expect(await tokens([NEW])).toHaveLength(3);
  });

  it('refuses keys that do not open what is there, and names no key itself', async () => {
    const { sealed } = await open([OLD]);

    await expect(assertKeysOpen(sealed, null)).rejects.toMatchObject({
      code: 'key_missing',
      message: expect.stringMatching(/tokens of 3 workspaces .* ENCRYPTION_KEY is not set/),
    });
    const wrong = assertKeysOpen(sealed, [NEW]).catch((error: Error) => error.message);
    expect(await wrong).toContain(keyIdOf(OLD));
    expect(await wrong).toContain('which ENCRYPTION_KEY does not hold');
    expect(await wrong).not.toContain(OLD.toString('hex'));
    await expect(assertKeysOpen(sealed, [NEW, OLD])).resolves.toBeUndefined();
  });

  it('tells a damaged secret from a missing key, and both can be dropped', async () => {
    const { installations, sealed } = await open([OLD], ['T1']);
    const damaged = { keyId: keyIdOf(OLD), body: Buffer.alloc(60, 9).toString('base64') };
    const before = (await sealed.all())[0]?.secret ?? damaged;
    await installations.renew({ platform: 'slack', workspace: 'T1', secret: damaged, before });

    await expect(assertKeysOpen(sealed, [OLD])).rejects.toMatchObject({ code: 'secret_damaged' });
    expect(await closedSecrets(sealed, [OLD])).toMatchObject([{ workspace: 'T1' }]);
  });

  it('asks for no key where nothing is sealed', async () => {
    await expect(assertKeysOpen(createSealedRepository(database()), null)).resolves.toBeUndefined();
  });
});
