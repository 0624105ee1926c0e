import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readAnswer } from '../../src/models/openai/reply-json.ts';

const schema = z.object({ text: z.string() });
const good = { value: { text: 'a "b" {c}' } };
const json = JSON.stringify(good.value);

describe('an answer in JSON', () => {
  it.each([
    ['alone', json],
    ['in a fence', `\`\`\`json\n${json}\n\`\`\``],
    ['with talk around it', `Sure! Here it is:\n${json}\nLet me know {if} it helps.`],
    ['after thinking', `<think>Perhaps {"text": "no"}?</think>\n${json}`],
    [
      'after thinking whose beginning is lost',
      `{"text": "no"}? Or\n</think>\n${json}`.replace('{', 'a {'),
    ],
    ['about such a tag', '{"text": "a \\"b\\" {c}", "note": "</think>"}'],
    ['after another object', `{"note": 1} ${json}`],
    ['said twice', `${json}\n${json}`],
  ])('is found %s', (_where, content) => {
    expect(readAnswer(content, schema)).toEqual(good);
  });

  it.each([
    ['empty', '  ', 'it is empty'],
    ['nothing but talk', 'I would not change it.', 'it holds no complete JSON object'],
    ['thinking without an end', `<think>${json}`, 'it is empty'],
    ['cut', json.slice(0, -1), 'it holds no complete JSON object'],
    ['in single quotes', "{'text': 'a'}", 'it holds no complete JSON object'],
    ['of another form', '{"txt": "a"}', '“text” is wrong (invalid type)'],
    ['ambiguous', '{"text": "a"} {"text": "b"}', 'it holds several different JSON objects'],
  ])('is never guessed: %s', (_what, content, problem) => {
    expect(readAnswer(content, schema)).toEqual({ problem });
  });
});
