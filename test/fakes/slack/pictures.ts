/* Slack downloads the pictures of blocks while it takes them, and takes none of the blocks when it cannot. */
import type { Json } from './world.ts';

/** What Slack says of pictures that it cannot download, as JSON or a text of it; null where it can. */
export async function missingPicture(given: unknown): Promise<string | null> {
  const blocks = (Array.isArray(given) ? given : []) as readonly Json[];
  for (const [at, { type, image_url: address }] of blocks.entries()) {
    if (type !== 'image' || typeof address !== 'string') continue;
    const isThere = await fetch(address)
      .then(({ ok, headers }) => ok && /^image\//.test(headers.get('content-type') ?? ''))
      .catch(() => false);
    if (!isThere) return `downloading image failed [json-pointer:/blocks/${at}/image_url]`;
  }
  return null;
}
