/* The example of docs/restaurant.md, scripted: what the page shows is what happens. */
import { readFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { bluepencil } from '../cli/command.ts';
import { ACCEPT } from '../fakes/editor-replies.ts';
import {
  type FakeOpenAiServer,
  type ReceivedRequest,
  startOpenAiServer,
} from '../fakes/openai-server.ts';

const BRIEF = 'three-sentence review of a French fine-dining restaurant';
const page = readFileSync('docs/restaurant.md', 'utf8');
const quoted = [...page.matchAll(/(?:^> .*\n)+/gm)].map(([block]) =>
  block.replaceAll(/^> /gm, '').trim().replaceAll('\n', ' '),
);
const marks = [...page.matchAll(/^\| `([^`]+)` \| ([^|]+) \| “([^”]+)” \|$/gm)].map(
  ([, words = '', why = '', instead = '']) => ({ words, why: why.trim(), instead }),
);
const [first = '', second = ''] = quoted;

let server: FakeOpenAiServer | undefined;
afterEach(async () => {
  const violations = server?.violations;
  await server?.close();
  server = undefined;
  expect(violations).toEqual([]);
});

function critique({ prompt }: ReceivedRequest) {
  if (!prompt.includes(marks[0]?.words ?? '')) throw new Error('the text is not in the prompt');
  const isRevised = prompt.includes('skin crackled, and');
  if (isRevised) return ACCEPT;
  return {
    content: {
      checks: [
        { id: 'senses', pass: false },
        { id: 'exact-words', pass: false },
        { id: 'balance', pass: true },
      ],
      strengths: [{ quote: 'we waited a while for the bill', sentenceId: null, note: 'Fair.' }],
      comments: marks.map(({ words, why, instead }) => ({
        quote: words,
        sentenceId: null,
        lastSentenceId: null,
        kind: 'style',
        severity: 'major',
        problem: why,
        why: 'The reader cannot taste it.',
        suggestion: { action: 'replace', text: instead, instruction: `Write “${instead}”.` },
      })),
      followUps: [],
      criteria: [],
      verdict: 'revise',
    },
  };
}

it('writes, is judged by the food critic, and is refined by nothing but that', async () => {
  expect(quoted).toHaveLength(2);
  expect(marks).toHaveLength(4);
  server = await startOpenAiServer((request) => {
    if (request.purpose === 'generate') return { content: { text: first } };
    if (request.purpose === 'rewrite') return { content: { text: second, noChange: null } };
    return critique(request);
  });
  const { code, stdout, stderr } = await bluepencil(
    ['review', '--persona', 'food-critic', '--write', BRIEF, '--format', 'json'],
    { env: { OPENAI_BASE_URL: server.url, OPENAI_MODEL: 'm', MODEL_TIMEOUT_MS: '60000' } },
  );
  expect(stderr).not.toContain('could not');
  const json = JSON.parse(stdout);
  expect(json.revisions.map(({ text }: { text: string }) => text)).toEqual([first, second]);
  expect(json).toMatchObject({
    best: { number: 2 },
    receipt: { calls: 4, retries: 0, rounds: 1, facts: { lost: [], added: [] } },
  });
  expect(json.critiques[0].comments).toHaveLength(marks.length);
  expect(code).toBe(0);

  const [written, read, refined] = server.requests.map(({ prompt }) => prompt);
  expect(written).toContain(BRIEF);
  expect(written).toContain('Food critic');
  expect(read).toContain('# You are: Food critic');
  expect(read).not.toContain(BRIEF);
  for (const { words } of marks) expect(refined).toContain(words);
  expect(refined).toContain(BRIEF);
});
