import { existsSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createIntake, type Intake, type IntakeDeps } from '../../src/review/intake.ts';
import type { RequestOutcome, ReviewRequest } from '../../src/review/reviews.ts';
import { countWaiting, createIntakeFile, type IntakeFile } from '../../src/store/intake-file.ts';
import { UserError } from '../../src/user-error.ts';
import { gate } from '../queue/queue-setup.ts';
import { reviewRequest as asked } from '../store/samples.ts';
import { makeTempFolder } from '../store/temp-folder.ts';
import { createFakePlatform, member, textOf } from './fake-platform.ts';

const BUSY = new UserError('The database is in use.', { code: 'database_busy' });
const ACCEPTED: RequestOutcome = { type: 'accepted', runId: 'run-1' };
const REFUSED: RequestOutcome = {
  type: 'note',
  note: { identity: null, parts: [{ markdown: 'Already under review.', buttons: [] }] },
};

describe('requests while the database is held up', () => {
  let folder: ReturnType<typeof makeTempFolder>;
  let file: string;
  const files: IntakeFile[] = [];
  beforeEach(() => {
    folder = makeTempFolder();
    file = folder.file('desk.db');
  });
  afterEach(() => {
    for (const each of files.splice(0)) each.close();
    folder.remove();
  });

  /** The intake of one process, over a database that is held up from the start. */
  function openIntake(begin: IntakeDeps['begin'], more: Partial<IntakeDeps> = {}) {
    const platform = createFakePlatform();
    const errors: unknown[] = [];
    const store = createIntakeFile(file);
    files.push(store);
    const intake = createIntake({
      begin,
      store,
      hearHoldUp: (listener) => {
        listener();
        return () => undefined;
      },
      platform: () => platform,
      reportError: (error) => errors.push(error),
      ...more,
    });
    return { intake, store, platform, errors };
  }

  async function waiting(asked: ReturnType<Intake['request']>) {
    const found = await asked;
    if (found.type !== 'waiting') throw new Error(found.type);
    return found;
  }

  it('are passed on as they are when it is not', async () => {
    const { intake } = openIntake(async () => ACCEPTED, { hearHoldUp: () => () => undefined });
    expect(await intake.request(asked('a'))).toEqual(ACCEPTED);
    expect(existsSync(`${file}.intake`)).toBe(false);
  });

  it('are answered at once where nothing has to be written', async () => {
    const { intake, platform } = openIntake(async () => REFUSED);
    expect(await intake.request(asked('a'))).toEqual(REFUSED);
    expect(platform.notes).toEqual([]);
  });

  it('are on disk before they are answered, once each, and leave nothing behind', async () => {
    const database = gate();
    const { intake } = openIntake(async () => {
      await database.passed;
      return ACCEPTED;
    });
    const first = await waiting(intake.request(asked('a')));
    expect(countWaiting(file)).toBe(1);
    const again = await waiting(intake.request(asked('a')));
    const second = await waiting(intake.request(asked('b')));
    expect(countWaiting(file)).toBe(2);

    database.open();
    expect(await Promise.all([first.later, again.later, second.later])).toEqual([
      ACCEPTED,
      ACCEPTED,
      ACCEPTED,
    ]);
    expect(existsSync(`${file}.intake`)).toBe(false);
  });

  it('are begun by the next process, in their order and word for word', async () => {
    const dying = openIntake(() => new Promise(() => {}));
    for (const id of ['a', 'b', 'c']) await waiting(dying.intake.request(asked(id)));
    dying.store.close();

    const begun: ReviewRequest[] = [];
    const { intake, platform } = openIntake(async (request) => {
      begun.push(request);
      return request.interactionId === 'b' ? REFUSED : ACCEPTED;
    });
    await intake.recover();
    expect(begun).toEqual(['a', 'b', 'c'].map(asked));
    expect(platform.notes.map(({ to, message }) => [to, textOf(message)])).toEqual([
      [member('ada'), 'Already under review.'],
    ]);
    expect(existsSync(`${file}.intake`)).toBe(false);
  });

  it('are tried again for as long as the database stays away', async () => {
    let tries = 0;
    const database = gate();
    const { intake, errors } = openIntake(
      async () => {
        tries += 1;
        if (tries === 1) await database.passed;
        if (tries < 3) throw BUSY;
        return ACCEPTED;
      },
      { retryAfterMs: 1 },
    );
    const outcome = await waiting(intake.request(asked('a')));
    database.open();
    expect(await outcome.later).toEqual(ACCEPTED);
    expect(errors).toEqual([]);
  });

  it('stay for the next start when the process ends first', async () => {
    const database = gate();
    const { intake } = openIntake(async () => {
      await database.passed;
      throw new Error('The database is closed.');
    });
    const outcome = await waiting(intake.request(asked('a')));
    intake.close();
    database.open();
    await expect(outcome.later).rejects.toThrow('closed');
    expect(countWaiting(file)).toBe(1);
  });

  it('are told of when they cannot be begun', async () => {
    const database = gate();
    const { intake, platform, errors } = openIntake(async () => {
      await database.passed;
      throw new TypeError('a mistake of ours');
    });
    const outcome = await waiting(intake.request(asked('a')));
    database.open();
    expect((await outcome.later).type).toBe('note');
    expect(platform.notes.map(({ message }) => textOf(message))).toEqual([
      expect.stringContaining('Please ask again'),
    ]);
    expect(errors).toHaveLength(1);
    expect(countWaiting(file)).toBe(0);
  });

  it('wait for the database where they cannot be written down either', async () => {
    const database = gate();
    const { intake, errors } = openIntake(
      async () => {
        await database.passed;
        return ACCEPTED;
      },
      {
        store: {
          keep: () => {
            database.open();
            throw new UserError('The disk is full.', { code: 'disk_full' });
          },
          remove: () => undefined,
          all: () => [],
        },
      },
    );
    expect(await intake.request(asked('a'))).toEqual(ACCEPTED);
    expect(errors).toHaveLength(1);
  });
});
