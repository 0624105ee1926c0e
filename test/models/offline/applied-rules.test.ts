import { describe, expect, test } from 'vitest';
import { applySafe, commentsOf } from './setup.ts';

/** Before and after all safe edits; null where nothing may change. */
type Case = readonly [
  before: string,
  after: string | null,
  house?: { names?: string[]; allowed?: string[] },
];

function holds(cases: Record<string, Case>): void {
  for (const [title, [before, after, house]] of Object.entries(cases)) {
    test(title, async () => expect(await applySafe(before, house)).toBe(after ?? before));
  }
}

describe('listed misspellings', () => {
  holds({
    'are corrected in prose': ['We will recieve the parts.', 'We will receive the parts.'],
    'keep the capital of a sentence start': ['Recieve the parts now.', 'Receive the parts now.'],
    'are corrected in the label of a link': [
      'See the [enviroment guide](https://example.com/enviroment) first.',
      'See the [environment guide](https://example.com/enviroment) first.',
    ],
    'stay in inline code': ['Run `teh recieve` and wait.', null],
    'stay in a fenced block': ['Run this now:\n\n```\nteh recieve\n```\n', null],
    'stay beside code': ['The flag recieve`d` is set.', null],
    'stay beside a hyphen': ['It is a recieve-only line.', null],
    'stay beside a digit or an underscore': ['Set recieve2 and my_recieve here.', null],
    'stay beside a slash': ['Look in the src/recieve folder.', null],
    'stay inside a capitalised name': ['We asked Recieve about the parts.', null],
    'stay in a word of mixed case': ['We call reCieve here.', null],
    'stay when the house list has the word': [
      'We will recieve the parts.',
      null,
      { allowed: ['recieve'] },
    ],
    'stay in quotation marks of their own': ['Never write “recieve” in a letter.', null],
    'stay in a sentence of another language': ['Ils attendent votre réponse.', null],
    'stay with a dropped g': ["How's it goin' today my friend?", null],
    'of three letters are corrected only when certain': [
      'That is teh plan for nd.',
      'That is the plan for nd.',
    ],
  });
});

describe('slips of the keyboard', () => {
  holds({
    'are corrected towards a common word': [
      'Our infrstructure is new.',
      'Our infrastructure is new.',
    ],
    'are corrected where the other candidates are rare': [
      'It is a collction of tools.',
      'It is a collection of tools.',
    ],
    'are corrected twice in a long word': [
      'It fixes a vlnurable server here.',
      'It fixes a vulnerable server here.',
    ],
    'leave a doubtful word': ['It is a validaton of the plan.', null],
    'leave another first letter': ['It has a kustomization of its own.', null],
    'leave another ending': ['We resultin an error here.', null],
    'leave new words with a living ending': ['The bootstrapper and the encrypter run.', null],
    'leave new words with a living prefix': ['We deprioritize the old queue.', null],
    'leave a word the draft uses twice': [
      'The infrstructure is new. Our infrstructure works.',
      null,
    ],
    'leave two words run together': ['A good skillset helps the team.', null],
  });
});

describe('doubled words', () => {
  holds({
    'lose one copy': ['Open the the door.', 'Open the door.'],
    'keep the line break between the copies': ['Open the\nthe door.', 'Open the\ndoor.'],
    'keep the capital of a sentence start': ['The The door is open.', 'The door is open.'],
    'of four letters and more lose one copy': ['The team team is here.', 'The team is here.'],
    'are seen through a misspelling': ['Open teh the door.', 'Open the door.'],
    'are seen before a misspelling': ['Open the teh door.', 'Open the door.'],
    'that no dictionary has stay': ['The zulip zulip is here.', null],
    'doubled on purpose stay': ['It was far far away and very very old.', null],
    'stay where doubling is right': ['I know that that is so. She had had no reply.', null],
    'stay when a name begins': ['We met in In Flames style.', null],
    'stay across a comma': ['Come in, in any case you are late.', null],
    'stay across code': ['Take the `x` the team wrote.', null],
    'stay across paragraphs': ['We looked at the\n\nthe end.', null],
  });
});

describe('the pronoun I', () => {
  holds({
    'gets its capital': ['Today i think we should go.', 'Today I think we should go.'],
    'gets its capital in a contraction': [
      "Today i'm late for the meeting.",
      "Today I'm late for the meeting.",
    ],
    'is not a step or an item': ['Repeat step i until you are done.', null],
    'is not a variable the draft has': ['Count with `i` and then i goes up.', null],
    'is not in brackets': ['We want (i) speed and (ii) calm.', null],
    'is not a word of Italian': ['Prendiamo i treni per la città.', null],
  });
});

describe('contractions', () => {
  holds({
    'get their apostrophe': [
      'They dont know what theyre doing.',
      "They don't know what they're doing.",
    ],
    'get the apostrophe the draft uses': [
      'It’s late and they dont know.',
      'It’s late and they don’t know.',
    ],
    'that are words too need a subject before them': [
      'We cant go and it wont work.',
      "We can't go and it won't work.",
    ],
    'that are words stay': ['As is his wont, the cant of the trade is well known.', null],
    'that could be other words are left alone': [
      'Were you well in its shell with the hell of an id.',
      null,
    ],
    'with a capital inside a sentence stay': ['We met Dont at the office yesterday.', null],
  });
});

describe('open compounds', () => {
  holds({
    'come apart': ['Thanks alot, it works aswell.', 'Thanks a lot, it works as well.'],
    'stay when the house uses them': ['We sell alot to people.', null, { names: ['Alot'] }],
  });
});

describe('apostrophe characters', () => {
  holds({
    'become apostrophes': ['It´s late and we can´t wait.', "It's late and we can't wait."],
    'stay inside code': ['Use `it´s` in the example here.', null],
  });
});

describe('house words', () => {
  const house = {
    avoid: [
      { word: 'utilize', use: 'use' },
      { word: 'sign in', use: 'please sign in' },
      { word: 'Github', use: 'GitHub', caseSensitive: true },
      { word: '用户', use: '成员' },
    ],
  };
  const apply = (text: string) => applySafe(text, house);

  test('are replaced in any case and keep a capital', async () => {
    expect(await apply('Utilize it, or utilize them.')).toBe('Use it, or use them.');
  });
  test('are not replaced inside longer words, code or links', async () => {
    const text = 'We utilized `utilize` at https://example.com/utilize today.';
    expect(await apply(text)).toBe(text);
  });
  test('are not replaced where the wanted phrase stands already', async () => {
    expect(await apply('Please sign in here.')).toBe('Please sign in here.');
  });
  test('follow their own case when they say so', async () => {
    expect(await apply('Github and github')).toBe('GitHub and github');
  });
  test('are replaced in other languages and scripts', async () => {
    expect(await apply('Bitte utilize das nicht.')).toBe('Bitte use das nicht.');
    expect(await apply('欢迎新用户加入我们。')).toBe('欢迎新成员加入我们。');
  });
  test('leave protected names alone', async () => {
    expect(await applySafe('Ask the utilize team.', { ...house, names: ['utilize team'] })).toBe(
      'Ask the utilize team.',
    );
  });
});

test('each of many equal misspellings is fixed', async () => {
  const text = Array.from({ length: 40 }, (_, n) => `Parcel ${n} will not recieve a label.`).join(
    '\n',
  );
  const comments = await commentsOf(text, 'spelling/listed');
  expect(comments).toHaveLength(40);
  expect(new Set(comments.map((comment) => comment.start)).size).toBe(40);
});

test('every comment quotes the draft at its offset and says something', async () => {
  const text = 'Teh plan 🎉 is is here: i dont recieve alot. [x]() TODO: ask an user.';
  for (const comment of await commentsOf(text)) {
    const start = comment.start ?? -1;
    expect(text.slice(start, start + comment.quote.length)).toBe(comment.quote);
    for (const words of [comment.problem, comment.why, comment.suggestion.instruction]) {
      expect(words).toMatch(/\S.*[.?]$/);
    }
  }
});

test.each([
  ['a hour', 'an'],
  ['an user', 'a'],
  ['a umbrella', 'an'],
  ['an one', 'a'],
])('“%s” is offered the other article, and changed by nobody else', async (words, right) => {
  const comments = await commentsOf(`We have ${words} here today.`);
  expect(comments).toMatchObject([{ rule: 'a-an', trust: 'offered', suggestion: { text: right } }]);
});

test.each([
  'the Team A and',
  'a user',
  'an hour',
  'a unanimous',
  'a one',
  'an unimportant',
  'an sdist',
  'a historic',
  'an historic',
])('“%s” passes', async (words) => {
  expect(await commentsOf(`We have ${words} case here today.`, 'a-an')).toEqual([]);
});

describe('unknown words', () => {
  test('are offered with what they may stand for', async () => {
    const [comment] = await commentsOf('We pased the test of the team.', 'spelling/unknown');
    expect(comment).toMatchObject({ trust: 'offered', suggestion: { text: 'passed' } });
    expect(comment?.suggestion.instruction).toContain('“parsed”');
  });
  test.each([
    ['that come back', 'The zulip is up and the zulip is fine.'],
    ['that stand elsewhere with a capital', 'We use Zulip here. Open a zulip stream.'],
    ['that the house allows', 'We pased the test of the team.'],
    ['made of a known word and a living ending', 'The prototyper of the team.'],
    ['that are two words of jargon', 'The skillset of the team.'],
  ])('%s pass', async (_title, text) => {
    expect(await commentsOf(text, 'spelling/unknown', { allowed: ['pased'] })).toEqual([]);
  });
  test('with a missing space are offered their two words', async () => {
    const [comment] = await commentsOf('Look at the table inyour office.', 'spelling/unknown');
    expect(comment?.suggestion.text).toBe('in your');
  });
});

describe('hard sentences', () => {
  const hard =
    'When the server that we had moved in March, which nobody had tested, although the plan said so, went down on ' +
    'Monday, the team that was on call looked for the cause for two hours, because the alerts that should have told ' +
    'them pointed to a different machine, and the customers, who had been waiting since noon, wrote to us.';
  test('get a place to split them', async () => {
    const [comment] = await commentsOf(hard, 'hard-sentence');
    expect(comment).toMatchObject({ severity: 'nit', suggestion: { action: 'ask' } });
    expect(comment?.suggestion.instruction).toMatch(/second could begin after “.+”/);
  });
  test('are not those that only list many things', async () => {
    const list = `We have ${Array.from({ length: 24 }, () => 'red apples').join(', ')} and a pear for you today.`;
    expect(await commentsOf(list, 'hard-sentence')).toEqual([]);
  });
});
