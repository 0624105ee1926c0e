import type { types } from '@slack/bolt';
import type { Message } from '../../review/message.ts';
import type { MemberRef } from '../../review/refs.ts';
import type { RecentRun } from '../../review/request-store.ts';
import type { Library } from '../../settings/library.ts';
import { type SettingsDoor, START, type View } from '../../settings/screens.ts';
import { emojiCharacter } from './emoji.ts';
import { richElements } from './markdown-blocks.ts';
import { addressOf } from './permalink.ts';
import { addPictures, NO_PICTURES, type PictureAddresses } from './pictures.ts';
import { memberRef } from './places.ts';
import type { Block } from './render.ts';
import { actorOf } from './screen-routes.ts';
import { pictureBlock } from './screens.ts';
import type { AskedFrom } from './standing.ts';
import type { SlackWorkspace } from './workspace.ts';

/** What the Home tab is made of. */
export interface HomeDeps {
  readonly library: (workspace: string) => Promise<Library>;
  readonly describeStatus: () => Promise<Message>;
  /** How things stand between us and Slack, as Markdown. */
  readonly standing: (workspace: SlackWorkspace, at: AskedFrom) => Promise<string>;
  readonly door: SettingsDoor;
  readonly recent: (member: MemberRef, limit: number) => Promise<readonly RecentRun[]>;
}

const MAX_RECENT = 5;

/** Shows a member their Home tab: what can be asked, their last reviews, the editors, and settings. */
export async function publishHome(
  deps: HomeDeps,
  workspace: SlackWorkspace,
  member: string,
): Promise<void> {
  const me = memberRef(workspace.workspace, member);
  const actor = await actorOf(workspace, member);
  const [library, recent, stats, status, slack] = await Promise.all([
    deps.library(workspace.workspace),
    deps.recent(me, MAX_RECENT),
    deps.door.show(START.stats, actor, { workspace: workspace.workspace }),
    deps.describeStatus(),
    // What only whoever runs it can change is for admins.
    actor.isAdmin ? deps.standing(workspace, { channel: null, isAdmin: true }) : null,
  ]);
  const given = {
    library,
    recent,
    isAdmin: actor.isAdmin,
    // Whoever may not see them is shown none.
    stats: stats.type === 'view' ? stats : null,
    standing: [...status.parts.map(({ markdown }) => markdown), ...(slack === null ? [] : [slack])],
  };
  const publish = (pictures: PictureAddresses) =>
    workspace.whenAllowed('views.publish', () =>
      workspace.client.views.publish({
        user_id: member,
        view: homeView(workspace, { ...given, pictures }),
      }),
    );
  // Whoever opens it sees the words at once.
  await publish(NO_PICTURES);
  await addPictures(stats, publish);
}

function homeView(
  { url }: SlackWorkspace,
  given: {
    readonly library: Library;
    readonly recent: readonly RecentRun[];
    readonly isAdmin: boolean;
    readonly stats: View | null;
    readonly pictures: PictureAddresses;
    /** How things stand, as Markdown. */
    readonly standing: readonly string[];
  },
): types.HomeView {
  const { library, recent, isAdmin, stats, pictures, standing } = given;
  return {
    type: 'home',
    blocks: [
      header('An editing room for your drafts'),
      words(
        [
          'Bluepencil reads a draft the way an editor would: it quotes the words it means, says why, and hands back a version with only that changed.',
          '- **A message that stands already**: react with ✏️, ✂️ or 🔍, or choose *Review this message*.\n- **A text at hand**: `/refine` and the text; the review comes to you alone.\n- **Nothing yet**: `/refine write` and what it should say.\n- **In a thread**: `@Bluepencil`.',
        ].join('\n\n'),
      ),
      {
        type: 'actions',
        elements: [
          ...(isAdmin
            ? [button('Settings', START.settings)]
            : [button('See the settings', START.settings)]),
          button('Editors', START.personas),
          button('Presets', START.presets),
          button('House style', START.style),
          ...(stats === null ? [] : [button('Statistics', START.stats)]),
        ],
      },
      { type: 'divider' },
      header('Your last reviews'),
      recent.length === 0 ? words('None yet.') : recentList(recent, url),
      header('The editors here'),
      words(
        library.personas
          .map(
            ({ icon, title, reader }) => `- ${emojiCharacter(icon) ?? ''} **${title}**: ${reader}`,
          )
          .join('\n'),
      ),
      words(`**Presets**: ${library.presets.map(({ title }) => title).join(', ')}.`),
      ...(stats === null ? [] : statsBlocks(stats, pictures)),
      header('How things stand'),
      ...standing.map(words),
    ],
  };
}

/** The figures of all reviews, and the plots. */
function statsBlocks({ title, parts: [first, ...rest] }: View, pictures: PictureAddresses) {
  return [
    header(`Reviews, ${title.toLowerCase()}`),
    ...(first === undefined ? [] : [words(first.markdown)]),
    ...rest.flatMap(({ picture }) => (picture ? [pictureBlock(picture, pictures)] : [])),
  ];
}

/** When, what became of it, and a way there; the time is shown in the reader's own zone. */
function recentList(recent: readonly RecentRun[], workspaceUrl: string): Block {
  const lines = recent.map(({ thread, stopReason, createdAt }): types.RichTextSection => {
    const written = new Date(createdAt).toISOString().slice(0, 16).replace('T', ' ');
    const address = addressOf(thread, workspaceUrl);
    return {
      type: 'rich_text_section',
      elements: [
        {
          type: 'date',
          timestamp: Math.floor(createdAt / 1000),
          format: '{date_short_pretty}, {time}',
          fallback: `${written} UTC`,
        },
        { type: 'text', text: ` · ${stopReason === null ? 'under way' : 'done'}` },
        ...(address === null
          ? []
          : [
              { type: 'text', text: ' · ' } as const,
              { type: 'link', url: address, text: 'open' } as const,
            ]),
      ],
    };
  });
  return {
    type: 'rich_text',
    elements: [{ type: 'rich_text_list', style: 'bullet', elements: lines }],
  };
}

function button(label: string, address: string): types.Button {
  return {
    type: 'button',
    action_id: `screen|show|${address}`,
    text: { type: 'plain_text', text: label },
  };
}

function header(text: string): Block {
  return { type: 'header', text: { type: 'plain_text', text } };
}

function words(markdown: string): Block {
  return { type: 'rich_text', elements: richElements(markdown) };
}
