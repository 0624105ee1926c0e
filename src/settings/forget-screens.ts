/*
 * `/refine forget`: what is kept is shown, then what would go, and only then it goes. Members have their own
 * reviews in their hands; admins those of the channel and of the workspace as well.
 */

import { type Forgettable, isWholePlace } from '../review/forget.ts';
import type { ForgetScope } from '../review/forget-store.ts';
import { may, refusal, roleOf } from './permissions.ts';
import { noteOf, refusedNote, type ScreenContext } from './screen-context.ts';
import { button } from './screen-parts.ts';
import { FORM_LIMITS, type MenuOption, type Screen, type ViewPart } from './screens.ts';
import { clip } from './setting-fields.ts';

/** Shows what is kept, or what one wish would delete. */
export async function showForget(
  context: ScreenContext,
  [what = '', which = '']: readonly string[],
): Promise<Screen> {
  if (what === '') return showKept(context);
  const wanted = await readWanted(context, what, which);
  return 'type' in wanted ? wanted : ask(context, wanted, [what, which]);
}

/** Deletes, or hands a member their own data. */
export async function submitForget(
  context: ScreenContext,
  path: readonly string[],
): Promise<Screen> {
  const [what = '', which = '', how = ''] = path;
  if (what === 'data') return handData(context);
  const wanted = await readWanted(context, what, which);
  if ('type' in wanted) return wanted;
  if (how !== 'words' && how !== 'posts') return ask(context, wanted, [what, which]);
  const { reviews, posts, left } = await context.deps.forgetting.forget(wanted.scope, {
    posts: how === 'posts',
  });
  const sentences = [
    reviews === 0
      ? 'There were no words left to forget.'
      : `Gone: the words of ${count(reviews, 'review')}. Nobody can bring them back, and the buttons under those posts no longer do anything.`,
    ...(posts > 0 ? [`I took ${count(posts, 'post')} of mine away.`] : []),
    ...(left > 0
      ? [
          `${left} of my posts or thread names would not go; delete ${left === 1 ? 'it' : 'them'} by hand where you can.`,
        ]
      : []),
  ];
  return noteOf(sentences.join(' '), true);
}

interface Wanted {
  readonly scope: ForgetScope;
  /** What it is about, in words. */
  readonly words: string;
}

/** What an address means, where this member may ask for it. */
async function readWanted(
  { deps, book, by, place }: ScreenContext,
  what: string,
  which: string,
): Promise<Wanted | Screen> {
  const { workspace, channel } = place;
  const managers = book.decided({ workspace }).managers.value;
  const isAdmin = may(roleOf(by, managers), 'forget for others');
  switch (what) {
    case 'mine':
      return {
        scope: { workspace, member: by.member },
        words: 'reviews you asked for here, and reviews of what you wrote',
      };
    case 'thread': {
      const thread = await deps.forgetting.threadOf(which, workspace);
      if (thread === null) return refusedNote('I no longer know that thread.');
      return {
        scope: { workspace, thread, ...(isAdmin ? {} : { member: by.member }) },
        words: isAdmin ? 'all reviews in that thread' : 'your reviews in that thread',
      };
    }
    case 'channel':
      if (!isAdmin) return refusedNote(refusal('forget for others', managers));
      if (channel === undefined) return refusedNote('Ask for this in the channel it is about.');
      return { scope: { workspace, channel }, words: 'all reviews in this channel' };
    case 'workspace':
      if (!isAdmin) return refusedNote(refusal('forget for others', managers));
      return { scope: { workspace }, words: 'all reviews in this workspace' };
    default:
      return refusedNote('I do not know what to forget. Begin again with `/refine forget`.');
  }
}

async function showKept(context: ScreenContext): Promise<Screen> {
  const { deps, book, by, place } = context;
  const { workspace, channel } = place;
  const managers = book.decided({ workspace }).managers.value;
  const isAdmin = may(roleOf(by, managers), 'forget for others');
  const mine = { workspace, member: by.member };
  const kept = await deps.forgetting.preview(mine);
  const days = book.resolve(place).retentionDays.value;
  const parts: ViewPart[] = [
    {
      markdown: `**Yours.** ${keptSentence(kept)} ${daysSentence(days)}`,
      buttons: [
        ...(kept.reviews > 0 ? [button('Forget my reviews…', ['forget', 'mine', 'all'])] : []),
        button('Get my data', ['forget', 'data'], 'do'),
      ],
    },
  ];
  const listed = isAdmin && channel !== undefined ? { workspace, channel } : mine;
  const options = await threadOptions(context, listed);
  if (options.length > 0) {
    parts.push({
      markdown: 'Or one thread alone:',
      buttons: [],
      menu: { label: 'Forget a thread…', options },
    });
  }
  if (isAdmin) {
    const here =
      channel === undefined ? null : await deps.forgetting.preview({ workspace, channel });
    const all = await deps.forgetting.preview({ workspace });
    parts.push({
      markdown: [
        '**As an admin.**',
        ...(here === null ? [] : [`This channel: ${count(here.reviews, 'review')}.`]),
        `The workspace: ${count(all.reviews, 'review')}.`,
      ].join(' '),
      buttons: [
        ...(here === null ? [] : [button('Forget this channel…', ['forget', 'channel', 'all'])]),
        button('Forget the workspace…', ['forget', 'workspace', 'all']),
      ],
    });
  }
  return { type: 'view', address: 'forget', title: 'What I keep', parts };
}

function keptSentence({ reviews, threads, oldest }: Forgettable): string {
  if (reviews === 0 || oldest === null) return 'I keep no words of yours here.';
  return `I keep the words of ${count(reviews, 'review')} in ${count(threads, 'thread')}: those you asked for here, and those of what you wrote. The oldest is from ${dayOf(oldest)}.`;
}

function daysSentence(days: number): string {
  return days === 0
    ? 'Here words go as soon as a review is over.'
    : `Words go by themselves after ${count(days, 'day')}; what is counted stays.`;
}

/** Shows what would go, and asks. */
async function ask(
  { deps }: ScreenContext,
  { scope, words }: Wanted,
  path: readonly string[],
): Promise<Screen> {
  const { reviews, threads, posts, underWay, lessons, oldest } =
    await deps.forgetting.preview(scope);
  if (reviews + lessons === 0) return noteOf(`There are no words of ${words} to forget.`, true);
  const lines = [
    `This deletes for good what I keep of **${words}**: ${count(reviews, 'review')} in ${count(threads, 'thread')}${oldest === null ? '' : `, the oldest from ${dayOf(oldest)}`}.`,
    '- Goes: drafts, briefs, comments, suggestions, revisions, what the model answered, what was said to me, links to these reviews.',
    isWholePlace(scope)
      ? `- Goes: what is left of ${count(lessons, 'lesson')} whose words are gone, and of those whose words go now. The editors may say these things again.`
      : '- Stays of what was dismissed: a mark nobody can read, so that it is not said again.',
    `- Stays: how many reviews there were, when, and what they cost; settings and house style${posts > 0 ? `; my ${count(posts, 'post')} in the threads, unless you say so below` : ''}.`,
    ...(underWay > 0 ? [`- ${count(underWay, 'review')} under way will be stopped.`] : []),
    '- Backups that were made before keep what they hold until they are deleted.',
  ];
  return {
    type: 'view',
    address: ['forget', ...path].join('/'),
    title: 'Forget for good?',
    parts: [
      {
        markdown: lines.join('\n'),
        buttons: [
          button('Forget the words', ['forget', ...path, 'words'], 'do', 'danger'),
          ...(posts > 0
            ? [button('Forget words and posts', ['forget', ...path, 'posts'], 'do', 'danger')]
            : []),
          button('Back', ['forget']),
        ],
      },
    ],
  };
}

async function threadOptions({ deps }: ScreenContext, scope: ForgetScope): Promise<MenuOption[]> {
  const threads = await deps.forgetting.threads(scope, FORM_LIMITS.options);
  return threads.map(({ runId, reviews, newest }) => ({
    label: clip(`${timeOf(newest)} · ${count(reviews, 'review')}`, FORM_LIMITS.optionLabelChars),
    hint: '',
    address: button('', ['forget', 'thread', runId]).address,
  }));
}

/** A link to what is kept of a member, for that member alone. */
async function handData({ deps, by, place }: ScreenContext): Promise<Screen> {
  const issued = await deps.passes.issue({
    kind: 'data',
    workspace: place.workspace,
    subject: '',
    member: by.member,
  });
  if (issued?.address == null) {
    return refusedNote(
      'Your data comes as a file from a web page, and I have no address for one yet. Ask whoever hosts me to set PUBLIC_URL and ENCRYPTION_KEY.',
    );
  }
  return noteOf(
    `Your data as a JSON file: [download it](${issued.address}). The link works for an hour; whoever has it can read your data, so keep it to yourself.`,
    true,
  );
}

function count(number: number, one: string): string {
  return `${number.toLocaleString('en')} ${one}${number === 1 ? '' : 's'}`;
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function timeOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
