/* Screens of the settings as Slack shows them: views as private messages or modals, forms as modals. */
import type { types } from '@slack/bolt';
import type { MemberRef } from '../../review/refs.ts';
import type {
  Field,
  Form,
  FormValues,
  Picture,
  Screen,
  ScreenButton,
  ScreenNote,
  View,
} from '../../settings/screens.ts';
import { LIMITS } from './limits.ts';
import { richElements } from './markdown-blocks.ts';
import { NO_PICTURES, type PictureAddresses } from './pictures.ts';
import { memberRef, readMemberRef } from './places.ts';
import { type Block, fallbackText, smallPrint } from './render.ts';

/** What a button or menu of a screen is called: `screen|show|ADDRESS` or `screen|do|ADDRESS`. */
const PREFIX = 'screen|';
export const SCREEN_ACTION = /^screen\|/;
/** Stands for an empty value: Slack takes no option without one. */
const EMPTY = '(empty)';
export const SCREEN_CALLBACK = 'screen';

/** Where a screen's button leads; null for what is none. */
export function readScreenAction(
  actionId: string,
  chosen: string | undefined,
): { readonly does: 'show' | 'do'; readonly address: string } | null {
  const [, does, address] = /^screen\|(show|do|menu)\|(.*)$/s.exec(actionId) ?? [];
  if (does === 'menu') return chosen === undefined ? null : { does: 'show', address: chosen };
  return (does === 'show' || does === 'do') && address !== undefined ? { does, address } : null;
}

/** What a modal of ours has to know when it comes back. */
export interface ScreenOrigin {
  readonly address: string;
  /** Null where everything is about the workspace. */
  readonly channel: string | null;
}

export function readScreenOrigin(metadata: string): ScreenOrigin | null {
  try {
    const { address, channel } = JSON.parse(metadata) as Partial<ScreenOrigin>;
    return typeof address === 'string' ? { address, channel: channel ?? null } : null;
  } catch {
    return null;
  }
}

/** A view or note as blocks, with the pictures that have an address. */
export function screenBlocks(
  screen: View | ScreenNote,
  pictures: PictureAddresses = NO_PICTURES,
): Block[] {
  if (screen.type === 'note') {
    return [words(screen.markdown), ...buttonRow(screen.buttons)];
  }
  const blocks = screen.parts.flatMap((part, at): Block[] => [
    part.picture === undefined ? shown(part.markdown) : pictureBlock(part.picture, pictures),
    ...(part.menu === undefined ? [] : [menuBlock(part.menu, at)]),
    ...buttonRow(part.buttons),
  ]);
  return [{ type: 'header', text: plain(screen.title) }, ...blocks];
}

/** A view or note as a private message. */
export function screenMessage(screen: View | ScreenNote, pictures?: PictureAddresses) {
  const text = screen.type === 'view' ? screen.title : screen.markdown;
  return {
    text: fallbackText(text),
    blocks: screenBlocks(screen, pictures).slice(0, LIMITS.blocksPerMessage),
  };
}

/** What stands in a modal while its screen is still made. */
export function waitingModal(): types.ModalView {
  return {
    type: 'modal',
    title: plain('Bluepencil'),
    close: plain('Close'),
    private_metadata: originOf('', null),
    blocks: [words('One moment…')],
  };
}

/** Any screen as a modal; problems of a form as a whole stand above it, on wish all of them. */
export function screenModal(
  screen: Screen,
  channel: string | null,
  {
    workspace,
    tellsAll = false,
    pictures,
  }: {
    readonly workspace: string;
    readonly tellsAll?: boolean;
    readonly pictures?: PictureAddresses;
  },
): types.ModalView {
  const title = plain(
    screen.type === 'note' ? 'Bluepencil' : clip(screen.title, LIMITS.viewTitleChars),
  );
  if (screen.type !== 'form') {
    return {
      type: 'modal',
      title,
      close: plain('Close'),
      private_metadata: originOf('', channel),
      blocks: screenBlocks(screen, pictures).slice(0, LIMITS.blocksPerView),
    };
  }
  return {
    type: 'modal',
    callback_id: SCREEN_CALLBACK,
    private_metadata: originOf(screen.address, channel),
    title,
    submit: plain(clip(screen.submit, LIMITS.viewTitleChars)),
    close: plain('Cancel'),
    blocks: formBlocks(screen, workspace, tellsAll),
  };
}

/**
 * Problems by the block they belong to. Null where that does not do: for one of the whole form, of a field
 * that is not shown, or when the form has to come back as another version of itself.
 */
export function screenErrors(form: Form, sentFrom: string): Record<string, string> | null {
  const shown = new Set(form.steps.flatMap(({ fields }) => fields).map(({ name }) => name));
  if (form.address !== sentFrom || form.problems.some(({ field }) => !shown.has(field)))
    return null;
  const errors: Record<string, string> = {};
  for (const { field, message } of form.problems) {
    errors[field] = errors[field] === undefined ? message : `${errors[field]} ${message}`;
  }
  return errors;
}

interface FieldValue {
  readonly type?: string;
  readonly value?: string | null;
  readonly selected_option?: { readonly value?: string } | null;
  readonly selected_options?: readonly { readonly value?: string }[];
  readonly selected_users?: readonly string[];
}

/** What was filled in, by field. */
export function readScreenValues(
  values: Readonly<Record<string, Readonly<Record<string, FieldValue>>>>,
  workspace: string,
): FormValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, of]) => {
      const given = of[name] ?? {};
      if (given.selected_users !== undefined) {
        return [name, given.selected_users.map((id) => memberRef(workspace, id))];
      }
      if (given.selected_options !== undefined) {
        return [name, given.selected_options.flatMap(({ value }) => readOption(value) ?? [])];
      }
      return [name, readOption(given.selected_option?.value) ?? given.value ?? ''];
    }),
  );
}

function readOption(value: string | undefined): string | undefined {
  return value === EMPTY ? '' : value;
}

function formBlocks({ steps, problems }: Form, workspace: string, tellsAll: boolean): Block[] {
  const labels = new Map(
    steps.flatMap(({ fields }) => fields).map(({ name, label }) => [name, label]),
  );
  const general = problems
    .filter(({ field }) => tellsAll || !labels.has(field))
    .map(({ field, message }) => {
      const label = labels.get(field);
      return words(`⚠️ ${label === undefined ? '' : `**${label}**: `}${message}`);
    });
  const blocks = steps.flatMap(({ title, intro, fields }): Block[] => [
    ...(steps.length > 1 ? [{ type: 'header', text: plain(title) } as const] : []),
    ...(intro === '' ? [] : [words(intro)]),
    ...fields.map((field) => fieldBlock(field, workspace)),
  ]);
  return [...general, ...blocks].slice(0, LIMITS.blocksPerView);
}

function fieldBlock(field: Field, workspace: string): types.InputBlock {
  const isRequired = field.type === 'choice' || (field.type === 'text' && field.isRequired);
  return {
    type: 'input',
    block_id: field.name,
    label: plain(field.label),
    element: fieldElement(field, workspace),
    optional: !isRequired,
    ...(field.hint === '' ? {} : { hint: plain(field.hint) }),
  };
}

function fieldElement(field: Field, workspace: string): types.InputBlock['element'] {
  const action_id = field.name;
  switch (field.type) {
    case 'text':
      return {
        type: 'plain_text_input',
        action_id,
        multiline: field.isLong,
        max_length: Math.min(field.maxChars, LIMITS.inputChars),
        ...(field.value === '' ? {} : { initial_value: field.value.slice(0, LIMITS.inputChars) }),
        ...(field.placeholder === ''
          ? {}
          : { placeholder: plain(clip(field.placeholder, LIMITS.placeholderChars)) }),
      };
    case 'choice': {
      const options = field.options.map(option);
      const initial = options.find(({ value }) => readOption(value) === field.value);
      return {
        type: 'static_select',
        action_id,
        options,
        ...(initial === undefined ? {} : { initial_option: initial }),
      };
    }
    case 'choices': {
      const options = field.options.map(option);
      const initial = options.filter(({ value }) => field.value.includes(value ?? ''));
      return {
        type: 'multi_static_select',
        action_id,
        options,
        max_selected_items: field.max,
        ...(initial.length === 0 ? {} : { initial_options: initial }),
      };
    }
    case 'people': {
      const users = field.value.flatMap((ref) => {
        const member = readMemberRef(ref as MemberRef);
        return member?.workspace === workspace ? [member.member] : [];
      });
      return {
        type: 'multi_users_select',
        action_id,
        ...(users.length === 0 ? {} : { initial_users: users }),
      };
    }
  }
}

function option({
  value,
  label,
  hint,
}: {
  value: string;
  label: string;
  hint?: string;
}): types.PlainTextOption {
  return {
    value: value === '' ? EMPTY : value,
    text: plain(clip(label, LIMITS.optionChars)),
    ...(hint ? { description: plain(clip(hint, LIMITS.optionChars)) } : {}),
  };
}

function menuBlock(menu: NonNullable<View['parts'][number]['menu']>, at: number): Block {
  return {
    type: 'actions',
    elements: [
      {
        type: 'static_select',
        action_id: `${PREFIX}menu|${at}`,
        placeholder: plain(clip(menu.label, LIMITS.placeholderChars)),
        options: menu.options.map(({ label, hint, address }) =>
          option({ value: address, label, hint }),
        ),
      },
    ],
  };
}

function buttonRow(buttons: readonly ScreenButton[]): Block[] {
  if (buttons.length === 0) return [];
  const elements = buttons.map(
    ({ label, address, does, style }): types.Button => ({
      type: 'button',
      action_id: `${PREFIX}${does}|${address}`,
      text: plain(clip(label, LIMITS.buttonChars)),
      ...(style === 'plain' ? {} : { style }),
    }),
  );
  return [{ type: 'actions', elements }];
}

/** A picture where Slack can fetch it, else what it says. */
export function pictureBlock(picture: Picture, pictures: PictureAddresses): Block {
  const address = pictures.get(picture);
  return address === undefined
    ? words(picture.alt)
    : { type: 'image', image_url: address, alt_text: clip(picture.alt, LIMITS.altChars) };
}

/** A line in italics is small print, as in posts. */
function shown(markdown: string): Block {
  const small = smallPrint(markdown);
  return small === null ? words(markdown) : { type: 'context', elements: [small] };
}

function words(markdown: string): Block {
  return { type: 'rich_text', elements: richElements(markdown) };
}

function originOf(address: string, channel: string | null): string {
  return JSON.stringify({ address, channel } satisfies ScreenOrigin);
}

function plain(text: string): types.PlainTextElement {
  return { type: 'plain_text', text };
}

function clip(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : `${text.slice(0, maxChars - 1).trimEnd()}…`;
}
