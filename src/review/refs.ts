declare const kind: unique symbol;

/**
 * Where something is on a platform: `platform:part:part…`. Only that platform knows what the parts
 * mean; everybody else stores a ref, compares it and hands it back.
 */
export type Ref<Kind extends string> = string & { readonly [kind]: Kind };
export type ThreadRef = Ref<'thread'>;
export type MessageRef = Ref<'message'>;
export type MemberRef = Ref<'member'>;

/** Joins a platform's own ids into one ref; any characters may stand in the parts. */
export function formatRef<Kind extends 'thread' | 'message' | 'member'>(
  platform: string,
  parts: readonly string[],
): Ref<Kind> {
  return [platform, ...parts].map(escapePart).join(':') as Ref<Kind>;
}

/** Splits a ref into its platform and parts. */
export function parseRef(ref: ThreadRef | MessageRef | MemberRef): {
  readonly platform: string;
  readonly parts: readonly string[];
} {
  const [platform = '', ...parts] = ref.split(':').map(unescapePart);
  return { platform, parts };
}

function escapePart(part: string): string {
  return part.replaceAll('%', '%25').replaceAll(':', '%3A');
}

function unescapePart(part: string): string {
  return part.replaceAll('%3A', ':').replaceAll('%25', '%');
}
