import { createAnchorIndex } from '../src/loop/anchor.ts';
import { makeDraft } from './tools/draft.ts';
import { report } from './tools/report.ts';

const WORDS = 10_000;
const COMMENTS = 200;
const text = makeDraft(WORDS);
const words = [...text.matchAll(/\S+/g)];

/** Quotes of six words from all over the draft; every third one retyped the way critics do. */
const claims = Array.from({ length: COMMENTS }, (_, at) => {
  const first = Math.floor((at * (words.length - 7)) / COMMENTS);
  const start = words[first]?.index ?? 0;
  const last = words[first + 5];
  const quote = text.slice(start, (last?.index ?? 0) + (last?.[0].length ?? 0));
  return { quote: at % 3 === 0 ? quote.toUpperCase() : quote };
});

report(
  `anchoring ${COMMENTS} comments in ${WORDS.toLocaleString('en')} words`,
  { under: 50 },
  () => {
    const index = createAnchorIndex(text);
    for (const claim of claims) index.locate(claim);
  },
);
