import { describe, expectTypeOf, it } from 'vitest';
import type { JobQueue } from '../../src/review/job-queue.ts';
import type { Message } from '../../src/review/message.ts';
import type { Messenger } from '../../src/review/messenger.ts';
import type { MemberRef, MessageRef, ThreadRef } from '../../src/review/refs.ts';
import type { RunStore } from '../../src/review/run-store.ts';
import type { Source } from '../../src/review/source.ts';
import type { StepStore } from '../../src/review/step-store.ts';

describe('the ports', () => {
  it('ask for a handful of methods and none by option', () => {
    expectTypeOf<keyof Messenger>().toEqualTypeOf<
      | 'post'
      | 'find'
      | 'update'
      | 'remove'
      | 'removeHead'
      | 'status'
      | 'whisper'
      | 'tellDirectly'
      | 'privateThread'
    >();
    expectTypeOf<keyof Source>().toEqualTypeOf<'read'>();
    expectTypeOf<keyof JobQueue>().toEqualTypeOf<
      'enqueue' | 'work' | 'ahead' | 'schedule' | 'stop' | 'stats'
    >();
    expectTypeOf<keyof RunStore>().toEqualTypeOf<
      'create' | 'append' | 'finish' | 'load' | 'related'
    >();
    expectTypeOf<keyof StepStore>().toEqualTypeOf<'recallStep' | 'saveStep'>();

    expectTypeOf<Required<Messenger>>().toEqualTypeOf<Messenger>();
    expectTypeOf<Required<Source>>().toEqualTypeOf<Source>();
    expectTypeOf<Required<JobQueue>>().toEqualTypeOf<JobQueue>();
    expectTypeOf<Required<RunStore>>().toEqualTypeOf<RunStore>();
    expectTypeOf<Required<StepStore>>().toEqualTypeOf<StepStore>();
  });

  it('do not take one kind of ref for another, nor any text for a ref', () => {
    expectTypeOf<ThreadRef>().not.toExtend<MessageRef>();
    expectTypeOf<MessageRef>().not.toExtend<MemberRef>();
    expectTypeOf<string>().not.toExtend<ThreadRef>();
  });

  it('speak in messages that hold no word of a platform', () => {
    expectTypeOf<{ parts: []; identity: null }>().toExtend<Message>();
    expectTypeOf<
      Message['parts'][number]['buttons'][number]['action']['runId']
    >().toEqualTypeOf<string>();
  });
});
