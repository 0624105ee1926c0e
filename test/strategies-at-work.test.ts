/* The strategies, chosen in a channel of the whole service, over a model server. */
import { writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { ACCEPT, isAskedOf, remark } from './fakes/editor-replies.ts';
import type { FakeReply, FakeScript, ReceivedRequest } from './fakes/openai-server.ts';
import { type ModelDesk, openModelDesk } from './model-desk.ts';
import { makeTempFolder } from './store/temp-folder.ts';

/** German, which keeps reviews quick: no grammar checker has to load. */
const DRAFT =
  'Wir ziehen am Freitag um, und alle Fragen sind zeitnah zu stellen. Danke euch allen!';
const CANDIDATES = ['rasch', 'umgehend', 'bald'] as const;

let opened: ModelDesk | null = null;
afterEach(async () => {
  await opened?.close();
  const violations = opened?.server.violations ?? [];
  opened = null;
  expect(violations).toEqual([]);
});

async function open(script: FakeScript, environment: Record<string, string> = {}) {
  opened = await openModelDesk(script, environment);
  return opened;
}

/** Line editor and writer at work, each candidate with another word; the judge is somebody else. */
function withJudge(judge: (request: ReceivedRequest) => 'A' | 'B' | 'equal'): FakeScript {
  let written = 0;
  return (request): FakeReply => {
    if (request.purpose === 'judge') {
      return { content: { reason: 'Der eine sagt, bis wann.', better: judge(request) } };
    }
    if (request.purpose === 'critique') {
      return isAskedOf(request, 'Line editor')
        ? remark('zeitnah', 'rasch', 'major', {
            problem: 'Niemand weiß, wann „zeitnah“ ist, und jeder versteht etwas anderes darunter.',
            why: 'Wer eine Frage hat, stellt sie zu spät.',
            instruction: 'Schreibe, bis wann die Fragen zu stellen sind.',
          })
        : ACCEPT;
    }
    const replace = CANDIDATES[written % CANDIDATES.length] ?? '';
    written += 1;
    if (request.purpose === 'generate') {
      return { content: { text: DRAFT.replace('zeitnah', replace) } };
    }
    const id = /<plan-[0-9a-f]+>\n\{"id":"([^"]+)"/.exec(request.prompt)?.[1] ?? '';
    const edits = [{ commentIds: [id], sentenceId: 'S1', find: 'zeitnah', replace }];
    return { content: { edits, notAddressed: [], noChange: null } };
  };
}

/** The two texts of a comparison, in the order they were shown in. */
function shownTo({ prompt }: ReceivedRequest): readonly string[] {
  return ['a', 'b'].map(
    (place) =>
      new RegExp(`<doc-[0-9a-f]+-${place}>\\n([\\s\\S]*?)\\n</doc-`).exec(prompt)?.[1] ?? '',
  );
}

const wordIn = (text: string | undefined) => CANDIDATES.find((word) => text?.includes(word));

describe('best of several, chosen in a channel,', () => {
  it('asks the judge of the preset about every pair in both orders, and the winner is returned', async () => {
    const folder = makeTempFolder();
    const ferry = { id: 'ferry', title: 'Ferry notices', purpose: 'What passengers read.' };
    const presets = [{ ...ferry, personas: ['line-editor'], models: { judge: 'fair' } }];
    writeFileSync(folder.file('library.yaml'), stringify({ personas: [], presets }));
    const service = await open(
      withJudge((request) => (shownTo(request)[0]?.includes('umgehend') ? 'A' : 'B')),
      { PERSONAS_DIR: folder.path },
    );
    await service.set('method', { strategy: 'best-of-n' });
    const run = await service.command(`--preset "Ferry notices" ${DRAFT}`);

    expect(run.best?.text).toBe(DRAFT.replace('zeitnah', 'umgehend'));
    expect(run.stopReason).toBe('strategy_done');
    const { requests } = service.server;
    const judged = requests.filter(({ purpose }) => purpose === 'judge');
    expect(judged.map((request) => shownTo(request).map(wordIn).join(' | ')).toSorted()).toEqual([
      'bald | umgehend',
      'rasch | umgehend',
      'umgehend | bald',
      'umgehend | rasch',
    ]);
    expect(new Set(judged.map(({ body }) => body.model))).toEqual(new Set(['model-fair']));
    const others = requests.filter(({ purpose }) => purpose !== 'judge');
    expect(new Set(others.map(({ body }) => body.model))).toEqual(new Set(['usual']));
    expect(run.receipt?.calls).toBe(requests.length);
    folder.remove();
  });

  it('favours nobody where the judge only favours a place', async () => {
    const service = await open(withJudge(() => 'A'));
    await service.set('method', { strategy: 'best-of-n' });
    const run = await service.command(DRAFT);

    expect(service.server.requests.filter(({ purpose }) => purpose === 'judge')).toHaveLength(4);
    expect(run.best?.text).toBe(DRAFT.replace('zeitnah', 'rasch'));
  });
});

describe('of the shorter strategies, chosen in a channel,', () => {
  it('one-shot writes once and asks no editor', async () => {
    const service = await open(withJudge(() => 'equal'));
    await service.set('method', { strategy: 'one-shot' });
    const run = await service.command('write Zwei Sätze zum Umzug am Freitag');

    expect(service.server.requests.map(({ purpose }) => purpose)).toEqual(['generate']);
    expect(run.best?.text).toBe(DRAFT.replace('zeitnah', 'rasch'));
    expect(run.stopReason).toBe('strategy_done');
  });

  it('three-step reads once, refines once and leaves it at that', async () => {
    const service = await open(withJudge(() => 'equal'));
    await service.set('method', { strategy: 'three-step' });
    const run = await service.command(DRAFT);

    const asked = service.server.requests.map(({ purpose }) => purpose);
    expect(asked).toEqual(['critique', 'critique', 'critique', 'edits']);
    expect(run.best?.text).toBe(DRAFT.replace('zeitnah', 'rasch'));
    expect(run.stopReason).toBe('strategy_done');
  });
});
