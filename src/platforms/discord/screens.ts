/*
 * The screens of the settings as Discord shows them: a view is a private message with buttons and menus, a
 * form is a modal. Addresses stand in the ids of buttons, menus and modals.
 */
import {
  type APIMessageTopLevelComponent,
  ButtonStyle,
  ComponentType,
  MessageFlags,
  TextInputStyle,
} from 'discord.js';
import { formatRef, type MemberRef } from '../../review/refs.ts';
import type {
  Field,
  Form,
  FormValues,
  Picture,
  Screen,
  ScreenButton,
  ScreenNote,
  View,
  ViewPart,
} from '../../settings/screens.ts';
import { LIMITS } from './limits.ts';
import { toDiscordMarkdown } from './markdown.ts';
import { isSnowflake, memberRef, PLATFORM, readMemberRef } from './places.ts';
import { fileComponent, NO_MENTIONS, type Rendered } from './render.ts';

/** What the id of a button, menu or modal of a screen says. */
export type ScreenId =
  | { readonly does: 'show' | 'do' | 'form'; readonly address: string }
  /** The address is what was chosen. */
  | { readonly does: 'menu' };

const PREFIX = { show: 's:', do: 'd:', form: 'f:' } as const;
const MENU = 'm:';
/** Keeps ids apart that lead to the same address; no address holds it. */
const AGAIN = '|';

/** Stands for an empty choice: Discord takes none. */
const NOTHING = '~';
/** Before the name of a field that takes several choices. */
const LIST = '*';

/** Reads an id back; null for one that is no screen's. */
export function readScreenId(id: string): ScreenId | null {
  if (id.startsWith(MENU)) return { does: 'menu' };
  for (const does of ['show', 'do', 'form'] as const) {
    const address = id.slice(PREFIX[does].length).split(AGAIN)[0] ?? '';
    if (id.startsWith(PREFIX[does]) && address !== '') return { does, address };
  }
  return null;
}

/** Pictures that were drawn, as files. */
export type Drawn = ReadonlyMap<Picture, Buffer>;

/** Draws the pictures of a screen; what cannot be drawn is left out. */
export async function drawPictures(screen: Screen): Promise<Drawn> {
  const pictures =
    screen.type === 'view' ? screen.parts.flatMap(({ picture }) => picture ?? []) : [];
  const drawn = await Promise.all(
    pictures.map(async (picture) => [picture, await picture.png()] as const),
  );
  return new Map(drawn.flatMap(([picture, png]) => (png === null ? [] : [[picture, png]])));
}

/** A view or the end of a form as private messages; a file goes with the last one. */
export function renderScreen(screen: View | ScreenNote, drawn: Drawn): Rendered[] {
  const pages = renderPages(screen, drawn);
  const file = screen.type === 'note' ? screen.file : undefined;
  const [last] = pages.slice(-1);
  if (file === undefined || last === undefined) return pages;
  const { name, text } = file;
  const ended = {
    body: {
      ...last.body,
      components: [...last.body.components, fileComponent(name)],
      attachments: [{ id: '0', filename: name }],
    },
    files: [{ name, data: Buffer.from(text, 'utf8') }],
  };
  return [...pages.slice(0, -1), ended];
}

/** A part with the picture that stands in the place of its words. */
interface ShownPart extends ViewPart {
  readonly shown?: { readonly name: string; readonly alt: string; readonly data: Buffer };
}

function renderPages(screen: View | ScreenNote, drawn: Drawn): Rendered[] {
  const parts: readonly ShownPart[] =
    screen.type === 'note'
      ? [{ markdown: screen.markdown, buttons: screen.buttons }]
      : [
          { markdown: `## ${screen.title}`, buttons: [] },
          ...screen.parts.map((part, at) => shownPart(part, drawn, `plot-${at}.png`)),
        ];
  const pages: ShownPart[][] = [[]];
  for (const part of parts) {
    const page = pages.at(-1) ?? [];
    if (page.length > 0 && !fits([...page, part])) pages.push([part]);
    else page.push(part);
  }
  const ids = new Set<string>();
  return pages.map((page) => {
    const files = page.flatMap(({ shown }) => shown ?? []);
    return {
      body: {
        components: page.flatMap((part) => partComponents(part, ids)),
        flags: MessageFlags.IsComponentsV2 | MessageFlags.SuppressEmbeds | MessageFlags.Ephemeral,
        allowed_mentions: NO_MENTIONS,
        // Named even where there are none: those of the screen that stood here before go.
        attachments: files.map(({ name, alt }, at) => ({
          id: String(at),
          filename: name,
          description: alt,
        })),
      },
      files,
    };
  });
}

/** A part as it is shown: its picture where that was drawn, else what the picture says. */
function shownPart(part: ViewPart, drawn: Drawn, name: string): ShownPart {
  const { picture } = part;
  if (picture === undefined) return part;
  const data = drawn.get(picture);
  if (data === undefined) return { ...part, markdown: picture.alt };
  return { ...part, shown: { name, data, alt: picture.alt.slice(0, LIMITS.altChars) } };
}

function fits(page: readonly ShownPart[]): boolean {
  const chars = page.reduce((sum, { markdown }) => sum + markdown.length + 4, 0);
  const components = page.reduce(
    (sum, { buttons, menu, shown }) =>
      sum + 1 + (shown ? 1 : 0) + (buttons.length > 0 ? 1 + buttons.length : 0) + (menu ? 2 : 0),
    0,
  );
  return chars <= LIMITS.textChars && components <= LIMITS.components;
}

function partComponents(
  { markdown, buttons, menu, shown }: ShownPart,
  ids: Set<string>,
): APIMessageTopLevelComponent[] {
  const components: APIMessageTopLevelComponent[] = [];
  if (shown !== undefined) {
    const media = { url: `attachment://${shown.name}` };
    const items = [{ media, description: shown.alt }];
    components.push({ type: ComponentType.MediaGallery, items });
  }
  if (markdown.trim() !== '') {
    components.push({ type: ComponentType.TextDisplay, content: toDiscordMarkdown(markdown) });
  }
  if (menu !== undefined) {
    components.push({
      type: ComponentType.ActionRow,
      components: [
        {
          type: ComponentType.StringSelect,
          custom_id: unique(MENU, ids),
          placeholder: menu.label,
          options: menu.options.slice(0, LIMITS.choices).map(({ label, hint, address }) => ({
            value: address,
            label,
            ...(hint === '' ? {} : { description: hint }),
          })),
        },
      ],
    });
  }
  if (buttons.length > 0) {
    components.push({
      type: ComponentType.ActionRow,
      components: buttons.map((button) => buttonOf(button, ids)),
    });
  }
  return components;
}

const STYLES = {
  plain: ButtonStyle.Secondary,
  primary: ButtonStyle.Primary,
  danger: ButtonStyle.Danger,
} as const;

function buttonOf({ label, address, does, style }: ScreenButton, ids: Set<string>) {
  return {
    type: ComponentType.Button as const,
    style: STYLES[style],
    label,
    custom_id: unique(`${PREFIX[does]}${address}`, ids),
  };
}

/** Two ids of one message must not be the same. */
function unique(id: string, ids: Set<string>): string {
  let name = id;
  for (let count = 2; ids.has(name); count += 1) name = `${id}${AGAIN}${count}`;
  ids.add(name);
  return name;
}

/** The step of a form that is due, as a modal. */
export function renderForm(form: Form) {
  const step = form.steps[form.at];
  const fields = step?.fields ?? [];
  const intro = step?.intro ?? '';
  return {
    custom_id: `${PREFIX.form}${form.address}`,
    title: form.title,
    components: [
      ...(intro === '' || fields.length >= 5
        ? []
        : [{ type: ComponentType.TextDisplay, content: toDiscordMarkdown(intro) }]),
      ...fields.map(fieldLabel),
    ],
  };
}

function fieldLabel(field: Field) {
  return {
    type: ComponentType.Label,
    label: field.label,
    ...(field.hint === '' ? {} : { description: field.hint }),
    component: fieldComponent(field),
  };
}

function fieldComponent(field: Field) {
  const { name: custom_id } = field;
  switch (field.type) {
    case 'text':
      return {
        type: ComponentType.TextInput,
        custom_id,
        style: field.isLong ? TextInputStyle.Paragraph : TextInputStyle.Short,
        required: field.isRequired,
        max_length: Math.min(field.maxChars, LIMITS.inputChars),
        ...(field.value === '' ? {} : { value: field.value }),
        ...(field.placeholder === '' ? {} : { placeholder: field.placeholder }),
      };
    case 'choice':
    case 'choices': {
      const chosen = typeof field.value === 'string' ? [field.value] : field.value;
      const most = field.type === 'choice' ? 1 : Math.min(field.max, field.options.length);
      return {
        type: ComponentType.StringSelect,
        custom_id: field.type === 'choice' ? custom_id : `${LIST}${custom_id}`,
        required: field.type === 'choice',
        min_values: field.type === 'choice' ? 1 : 0,
        max_values: Math.max(1, most),
        options: field.options.slice(0, LIMITS.choices).map(({ value, label, hint }) => ({
          value: value === '' ? NOTHING : value,
          label,
          ...(hint === undefined || hint === '' ? {} : { description: hint }),
          ...(chosen.includes(value) ? { default: true } : {}),
        })),
      };
    }
    case 'people':
      return {
        type: ComponentType.MentionableSelect,
        custom_id,
        required: false,
        min_values: 0,
        max_values: 25,
        default_values: field.value.flatMap(defaultPerson).slice(0, 25),
      };
  }
}

function defaultPerson(ref: string): { readonly id: string; readonly type: 'user' | 'role' }[] {
  const member = readMemberRef(ref as MemberRef);
  if (member !== null) return [{ id: member, type: 'user' }];
  const role = ref.split(':')[2] ?? '';
  return isSnowflake(role) ? [{ id: role, type: 'role' }] : [];
}

/** The ref of a role, as settings name it. */
export function roleRef(role: string): string {
  return formatRef<'member'>(PLATFORM, ['role', role]);
}

interface Filled {
  readonly custom_id?: string;
  readonly type?: number;
  readonly value?: string;
  readonly values?: readonly string[];
}

/** The field inside a label, or the fields of an old-style row. */
function filledIn(top: unknown): readonly Filled[] {
  const { component, components = [] } = top as { component?: Filled; components?: Filled[] };
  return component === undefined ? components : [component];
}

function given(value: string): string {
  return value === NOTHING ? '' : value;
}

/** What was filled in, by field; `roles` are the ids among the chosen that are roles. */
export function readScreenForm(
  components: readonly unknown[],
  roles: readonly string[],
): FormValues {
  const values: Record<string, string | readonly string[]> = {};
  for (const { custom_id: name, type, value, values: chosen } of components.flatMap(filledIn)) {
    if (name === undefined) continue;
    if (chosen === undefined) values[name] = value ?? '';
    else if (type === ComponentType.MentionableSelect) {
      values[name] = chosen.map((id) => (roles.includes(id) ? roleRef(id) : memberRef(id)));
    } else if (name.startsWith(LIST)) values[name.slice(LIST.length)] = chosen.map(given);
    else values[name] = given(chosen[0] ?? '');
  }
  return values;
}
