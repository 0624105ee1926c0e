import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { EMOJI } from '../../text/emoji.ts';
import { UserError } from '../../user-error.ts';

/** A file that pages load; its name changes with its content, so browsers may keep it for good. */
export interface Asset {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

export interface Assets {
  readonly script: string;
  readonly style: string;
  readonly emoji: string;
  /** Null for a name that no page has given. */
  find(path: string): Asset | null;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Reads the built client from its folder. Throws a `UserError` when it was not built. */
export function loadAssets(folder: string): Assets {
  const files = new Map<string, Asset>();
  for (const name of listFiles(folder)) {
    const type = TYPES[extname(name)];
    if (type !== undefined)
      files.set(`/assets/${name}`, { body: readBytes(join(folder, name)), type });
  }
  const list = EMOJI.map(({ character, name, label, category, words }) => [
    character,
    name,
    label,
    category,
    words,
  ]);
  const emoji = Uint8Array.from(Buffer.from(JSON.stringify(list)));
  const digest = createHash('sha256').update(emoji).digest('hex').slice(0, 8);
  files.set(`/assets/emoji-${digest}.json`, { body: emoji, type: 'application/json' });
  const nameOf = (pattern: RegExp) => {
    const found = [...files.keys()].find((path) => pattern.test(path));
    if (found !== undefined) return found;
    throw new UserError(`The desk's pages are not built (${folder}); run \`npm run build\`.`, {
      code: 'desk_not_built',
    });
  };
  return {
    script: nameOf(/\/desk-[^/]*\.js$/),
    style: nameOf(/\/desk-[^/]*\.css$/),
    emoji: nameOf(/\/emoji-[^/]*\.json$/),
    find: (path) => files.get(path) ?? null,
  };
}

function listFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Told by whoever asks for one of the files.
    return [];
  }
}

function readBytes(path: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(readFileSync(path));
}
