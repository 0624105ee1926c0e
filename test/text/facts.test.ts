import { describe, expect, it } from 'vitest';
import { extractFacts } from '../../src/text/facts.ts';
import { fc } from '../fast-check.ts';
import { HOSTILE, messyMarkdown } from './messy-markdown.ts';

function factsOf(text: string, options?: Parameters<typeof extractFacts>[1]): string[] {
  return extractFacts(text, options)
    .map(({ kind, value }) => `${kind} ${value}`)
    .sort();
}

describe('extractFacts', () => {
  it('sees a name that follows a date', () => {
    expect(factsOf('On Monday Anna Kovacs called.')).toContain('name Anna Kovacs');
  });

  it.each([
    ['It may fail.', 'It did fail.'],
    ['It might fail.', 'It will fail.'],
    ['The data was not lost.', 'The data was lost.'],
    ["We can't reach it.", 'We can reach it.'],
    ['Some users saw it.', 'All users saw it.'],
    ['Most users saw it.', 'All users saw it.'],
    ['No data was lost.', 'Data was lost.'],
    ['We never store it.', 'We store it.'],
    ['It runs without a key.', 'It runs with a key.'],
    ['Up to 5 errors.', '5 errors.'],
    ['At least 5 errors.', 'At most 5 errors.'],
    ['About 5 errors.', '5 errors.'],
    ['Over 5 errors.', 'Under 5 errors.'],
    ['Only admins can log in.', 'Admins can log in.'],
    ['We always retry.', 'We sometimes retry.'],
    ['Probably fixed.', 'Fixed.'],
    ['You must restart.', 'You may restart.'],
    ['It should work.', 'It works.'],
    ['We believe it is fixed.', 'It is fixed.'],
    ['It took 15 minutes.', 'It took 15 hours.'],
    ['5 errors and 3 warnings.', '3 errors and 5 warnings.'],
    ['5 new errors and 3 old warnings.', '3 new errors and 5 old warnings.'],
    ['three errors and two warnings', 'two errors and three warnings'],
    ['Send it on January 9.', 'Send it on January 19.'],
    ['Send it by Friday.', 'Send it after Friday.'],
    ['Send it before 5 pm.', 'Send it after 5 pm.'],
    ['Open until May 5.', 'Open since May 5.'],
    ['Finish before the deadline.', 'Finish after the deadline.'],
    ['Ship today.', 'Ship tomorrow.'],
    ['Due in Q1 2024.', 'Due in Q2 2024.'],
    ['2 of 3 checks passed.', '3 of 3 checks passed.'],
    ['One of three checks passed.', 'Two of three checks passed.'],
    ['We met Ann there.', 'We met Bob there.'],
    ['It costs $1,200.50.', 'It costs €1,200.50.'],
    ['Upgrade to v1.2.3.', 'Upgrade to v1.2.4.'],
    ['See [it](https://a.io/b).', 'See [it](https://a.io/c).'],
    ['Run `npm i`.', 'Run `npm ci`.'],
    ['He said “stop now”.', 'He said “go now”.'],
    ['Write to ann@a.io.', 'Write to bob@a.io.'],
    ['Ask <@U1> today.', 'Ask <@U2> today.'],
    [
      'A wird nicht mehr und nie wieder gebaut, und das ist gut so.',
      'A wird wieder gebaut, und das ist gut so.',
    ],
    [
      'Das sind alle Fehler, die wir in der Nacht gesehen haben.',
      'Das sind einige Fehler, die wir in der Nacht gesehen haben.',
    ],
    [
      'Il ne faut pas redémarrer le serveur dans la nuit.',
      'Il faut redémarrer le serveur dans la nuit.',
    ],
    ['El servidor no está en la red de la oficina.', 'El servidor está en la red de la oficina.'],
    ['できません。', 'できます。'],
    ['我们没有丢失数据。', '我们丢失数据。'],
    ['לא אבדו נתונים.', 'אבדו נתונים.'],
    ['لم نفقد البيانات.', 'نفقد البيانات.'],
    ['2024年1月9日に公開', '2024年1月8日に公開'],
    ['３つのエラー', '５つのエラー'],
  ])('tells %j from %j', (before, after) => {
    expect(factsOf(before)).not.toEqual(factsOf(after));
  });

  it.each([
    ['1,200 users', '1200 users'],
    ['6 hours and 33 minutes', '6 h 33 min'],
    ['six hours and thirty-three minutes', '6h33m'],
    ['10-15 minutes', '10 to 15 min'],
    ['50 %', '50 percent'],
    ['a dozen users', '12 users'],
    ['5 errors', 'five errors'],
    ["It can't run.", 'It cannot run.'],
    ["We don't know.", 'We do not know.'],
    ['dont stop', "don't stop"],
    ['It may run.', 'It might run.'],
    ['no more than 5', 'at most 5'],
    ['approximately 5', 'about 5'],
    ['on January 9, 2024', 'on 9 Jan 2024'],
    ['at 5 pm EST', 'at 17:00 EST'],
    ['by Friday', 'no later than Friday'],
    ['See <HTTPS://Example.com/>.', 'See https://example.com.'],
    ['See https://bücher.example/a%20b%7Ec', 'See https://xn--bcher-kva.example/a%20b~c'],
    ['Mail ann@Example.COM', 'Mail [us](mailto:ann@example.com)'],
    ['met the *Rust Foundation* there', 'met the Rust\nFoundation there'],
    ['“we can’t”', '"we can\'t"'],
    ['٥٠ خطأ', '50 خطأ'],
    ['5 errors', '5 critical errors'],
  ])('reads %j and %j as the same facts', (one, other) => {
    expect(factsOf(one)).toEqual(factsOf(other));
  });

  it('reads May as a month or as a hedge by where it stands', () => {
    expect(factsOf('May we go in May, before the May release?')).toEqual([
      'date --05',
      'date before --05',
      'hedge may',
    ]);
  });

  it.each([
    ['We like Ann.', ['name Ann']],
    [
      'The team uses GitHub, DNS and the Content Delivery Network.',
      ['name Content Delivery Network', 'name DNS', 'name GitHub'],
    ],
    ['Terraform failed. We run Terraform.', ['name Terraform', 'name Terraform']],
    ['# New Release Notes Today\n\nWe are happy. IMPORTANT: read it.', ['date today']],
    ['- Please read\n- Then act', []],
    ['This is not only fast.', ['quantifier only']],
    ['The most important thing, at most.', ['hedge at most']],
    ['No. 5 is in the box.', ['number 5']],
    ['No one knows which one it is.', ['negation nobody']],
    ['I said: We go. (They stay.)', []],
    ['Es ist ein Fehler in der Datei, und das Team prüft ihn mit GitHub.', ['name GitHub']],
  ])('lists of %j exactly %j', (text, expected) => {
    expect(factsOf(text)).toEqual(expected);
  });

  it('finds given names, also small or at the start of a sentence', () => {
    expect(factsOf('npm works. We use npm.', { names: ['npm'] })).toEqual(['name npm', 'name npm']);
  });

  it('takes the language it is given', () => {
    expect(factsOf('alle zwei', { language: 'de' })).toEqual(['number 2', 'quantifier all']);
    expect(factsOf('alle zwei', { language: 'en' })).toEqual([]);
  });

  it('reads a code span alike with either kind of line end', () => {
    for (const end of ['\n', '\r\n']) {
      expect(factsOf(`words \`\`\`${end}unclosed \`\`\``)).toEqual(['code unclosed']);
    }
  });

  it('slices back, and finds the same facts with either kind of line end', () => {
    fc.assert(
      fc.property(messyMarkdown, (markdown) => {
        const unix = markdown.replace(/\r\n?/g, '\n');
        const windows = unix.replaceAll('\n', '\r\n');
        for (const { start, end, text } of extractFacts(markdown)) {
          expect(markdown.slice(start, end)).toBe(text);
        }
        expect(factsOf(windows)).toEqual(factsOf(unix));
      }),
      { numRuns: 300 },
    );
  });

  it('answers on hostile input', () => {
    for (const markdown of HOSTILE) expect(() => extractFacts(markdown)).not.toThrow();
  });
});
