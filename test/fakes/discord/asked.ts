import type { Interaction, Interactions } from './interactions.ts';
import { type Json, objectsOf, textOr } from './json.ts';
import { inputOf } from './modal-form.ts';
import type { State } from './state.ts';
import { type SeenMessage, seen } from './views.ts';

/** A form on the member's screen. */
export interface SeenForm {
  readonly title: string;
  readonly customId: string;
  readonly fields: readonly {
    readonly label: string;
    readonly customId: string;
    readonly value: string;
    readonly json: Json;
  }[];
}

/** What one member sees of what they asked for; read again whenever it matters. */
export interface Asked {
  readonly interaction: Interaction;
  /** What the client says when nobody answered in time; null while all is well. */
  failure(): string | null;
  isThinking(): boolean;
  /** The answer and what followed it, as they stand now. */
  messages(): readonly SeenMessage[];
  form(): SeenForm | null;
  /** Suggestions for an option; null before they came. */
  choices(): readonly { readonly name: string; readonly value: string | number }[] | null;
  /** What appeared one after the other: `thinking`, words, `deleted`, `form: title`. */
  readonly history: readonly string[];
  /** Waits until it was answered in any way, or is known to have failed. */
  answered(): Promise<Asked>;
  /** Waits until the answer holds words, not only "thinking…"; resolves to its last message. */
  said(what?: string | RegExp): Promise<SeenMessage>;
}

export function lookAt(
  state: State,
  interactions: Interactions,
  { interaction, until }: { readonly interaction: Interaction; readonly until: Until },
): Asked {
  const messages = () => {
    const { source, history } = interaction;
    // A click that was only acknowledged has said nothing yet: the post it came from is no answer.
    const isSilent = interaction.original === source && history.length === 0;
    const original = isSilent ? null : interaction.original;
    const all = [original, ...interaction.messages.filter((each) => each !== original)];
    return all
      .flatMap((each) => each ?? [])
      .filter((each) => !interactions.isRemoved(each))
      .filter((each) => each.viewerId !== null || each.channel.messages.has(each.id))
      .map((each) => seen(state, each));
  };
  const asked: Asked = {
    interaction,
    history: interaction.history,
    failure: () => interactions.failureOf(interaction),
    isThinking: () => messages().some(({ isThinking }) => isThinking),
    messages,
    form: () => (interaction.modal === null ? null : formOf(interaction.modal)),
    choices: () =>
      interaction.choices?.map(({ name, value }) => ({
        name: textOr(name, ''),
        value: value as string | number,
      })) ?? null,
    async answered() {
      await until(() => interaction.reply !== null || asked.failure() !== null, 'an answer');
      return asked;
    },
    async said(what = /./s) {
      const finds = ({ text, isThinking }: SeenMessage) =>
        !isThinking && (typeof what === 'string' ? text.includes(what) : what.test(text));
      return until(() => messages().findLast(finds), `words like ${String(what)}`);
    },
  };
  return asked;
}

/** Waits until something holds; resolves to it. */
export type Until = <T>(found: () => T | Promise<T>, what?: string) => Promise<NonNullable<T>>;

function formOf(modal: Json): SeenForm {
  const fields = objectsOf(modal.components).flatMap((top) => {
    const json = inputOf(top);
    if (json === null) return [];
    const label = textOr(top.label, textOr(json.label, ''));
    return [{ label, customId: textOr(json.custom_id, ''), value: textOr(json.value, ''), json }];
  });
  return { title: textOr(modal.title, ''), customId: textOr(modal.custom_id, ''), fields };
}
