/*
 * A blind vote as people see it. While it is open nothing in it says which text is which: neither words
 * nor the ids of its buttons, which name the ballot and no order.
 */
import type { Verb } from './action.ts';
import type { Button, Message, MessagePart } from './message.ts';
import { plainMentions } from './shown-text.ts';
import type { Ballot, Choice, Tally, Version } from './vote-store.ts';
import { count, spanWords } from './words.ts';

/** The two texts of a ballot. */
export type BallotTexts = Readonly<Record<Version, string>>;

/** How a button names a ballot of its run. */
export function ballotId({ audience, revision }: Pick<Ballot, 'audience' | 'revision'>): string {
  return `${audience}-${revision}`;
}

/** Reads the name of a ballot back; null for what is none. */
export function readBallotId(id: string | undefined): Pick<Ballot, 'audience' | 'revision'> | null {
  const { audience, revision } =
    /^(?<audience>team|author)-(?<revision>\d+)$/.exec(id ?? '')?.groups ?? {};
  if (audience !== 'team' && audience !== 'author') return null;
  return { audience, revision: Number(revision) };
}

/** What stands as A or as B. */
export function versionOf({ a }: Pick<Ballot, 'a'>, choice: Choice): Version {
  const other = a === 'original' ? 'refined' : 'original';
  return choice === 'a' ? a : other;
}

/** How long a ballot takes votes. */
export function hoursOf({ openedAt, closesAt }: Pick<Ballot, 'openedAt' | 'closesAt'>): number {
  return Math.round((closesAt - openedAt) / 3_600_000);
}

/** An open ballot: two texts, and what can be done. */
export function openBallot(ballot: Ballot, texts: BallotTexts): Message {
  const button = (label: string, verb: Verb, style: Button['style'] = 'plain'): Button => ({
    label,
    action: { verb, runId: ballot.runId, commentId: ballotId(ballot) },
    style,
  });
  const rest =
    ballot.audience === 'team'
      ? `Two versions of one draft, in random order. Votes are secret until this closes: in ${spanWords(hoursOf(ballot))}, or when its author closes it.`
      : 'Two versions of your draft, in random order. You learn which is which once you have chosen.';
  return {
    identity: null,
    parts: [
      say(`**Which would you send?** ${rest}`),
      ...CHOICES.flatMap((choice) => [
        say(`**${choice.toUpperCase()}**`),
        draft(texts[versionOf(ballot, choice)]),
      ]),
      {
        markdown: '',
        buttons: [
          button('A', 'vote-a', 'primary'),
          button('B', 'vote-b', 'primary'),
          ...(ballot.audience === 'team' ? [button('Close the vote', 'vote-close')] : []),
        ],
      },
    ],
  };
}

/** What came of a closed ballot; without texts once their words were forgotten. */
export function closedBallot(ballot: Ballot, tally: Tally, texts: BallotTexts | null): Message {
  return {
    identity: null,
    parts: [
      say(`**The vote is closed.** ${outcome(ballot, tally)}`),
      ...(texts === null
        ? []
        : CHOICES.flatMap((choice) => {
            const version = versionOf(ballot, choice);
            const title = `**${choice.toUpperCase()}**, ${NAMES[version]}`;
            return [say(`${title} · ${count(tally[version], 'vote')}`), draft(texts[version])];
          })),
    ],
  };
}

/** What the author chose, once it is known. */
export function chosenByAuthor(ballot: Ballot, tally: Tally): Message {
  if (tally.original + tally.refined === 0) {
    return { identity: null, parts: [say('This vote closed before you chose.')] };
  }
  const version = tally.refined > 0 ? 'refined' : 'original';
  const letter = versionOf(ballot, 'a') === version ? 'A' : 'B';
  return {
    identity: null,
    parts: [say(`You chose **${letter}**: ${NAMES[version]}. Thank you, it is counted.`)],
  };
}

const CHOICES: readonly Choice[] = ['a', 'b'];
const NAMES: Readonly<Record<Version, string>> = {
  original: 'the original',
  refined: 'the refined draft',
};

function outcome(ballot: Ballot, { original, refined }: Tally): string {
  if (original + refined === 0) return 'Nobody voted.';
  if (original === refined) return `A tie, with ${count(original, 'vote')} for each.`;
  const [winner, votes] =
    refined > original ? (['refined', refined] as const) : (['original', original] as const);
  const letter = versionOf(ballot, 'a') === winner ? 'A' : 'B';
  return `**${letter}** wins with ${votes} of ${count(original + refined, 'vote')}: ${NAMES[winner]}.`;
}

function draft(text: string): MessagePart {
  return { markdown: plainMentions(text), buttons: [], isDraft: true };
}

function say(markdown: string): MessagePart {
  return { markdown, buttons: [] };
}
