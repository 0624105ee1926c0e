/*
 * Pictures in what Slack shows. Slack fetches each from its address while it takes the message, and refuses
 * the whole message when it cannot ("downloading image failed"); so what a picture says, in words, always
 * stands first or takes its place. A file that is shared nowhere (`slack_file`) would need no address, but
 * is for its uploader alone, and refused in answers to commands (slackapi/java-slack-sdk#1349).
 */
import { ErrorCode } from '@slack/bolt';
import type { Picture, Screen } from '../../settings/screens.ts';
import { refusalCode } from './slack-errors.ts';

/** Where Slack fetches the pictures it is to show; of the others the words are shown. */
export type PictureAddresses = ReadonlyMap<Picture, string>;

export const NO_PICTURES: PictureAddresses = new Map();

/** True for a screen that would show more with pictures. */
export function hasPictures(screen: Screen): boolean {
  return picturesOf(screen).length > 0;
}

/** Shows a screen with its pictures, or, where Slack cannot have them, with what they say. */
export async function showPictured(
  screen: Screen,
  show: (addresses: PictureAddresses) => Promise<unknown>,
): Promise<void> {
  if (!(await addPictures(screen, show))) await show(NO_PICTURES);
}

/** Shows a screen once more, with its pictures; false where it was not, because Slack cannot have them. */
export async function addPictures(
  screen: Screen,
  show: (addresses: PictureAddresses) => Promise<unknown>,
): Promise<boolean> {
  const addresses = await addressesOf(screen);
  if (addresses.size === 0) return false;
  try {
    await show(addresses);
    return true;
  } catch (error) {
    if (!isAnswered(error)) throw error;
    return false;
  }
}

function picturesOf(screen: Screen): readonly Picture[] {
  return screen.type === 'view' ? screen.parts.flatMap(({ picture }) => picture ?? []) : [];
}

async function addressesOf(screen: Screen): Promise<PictureAddresses> {
  const found = await Promise.all(
    picturesOf(screen).map(async (picture) => [picture, await picture.address()] as const),
  );
  return new Map(
    found.flatMap(([picture, address]) => (address === null ? [] : [[picture, address]])),
  );
}

/** Slack said no: nothing was shown. Without an answer it may have been. */
function isAnswered(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return code === ErrorCode.RespondError || refusalCode(error) !== null;
}
