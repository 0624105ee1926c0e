import type { Doer, ListenersDeps } from './outcome.ts';

/**
 * Whether somebody may ask for reviews: members of the workspace may, guests and people of other
 * organisations where the channel says so. Who cannot be looked up counts as a member of what the token
 * sees. https://docs.slack.dev/apis/slack-connect
 */
export async function mayTrigger(
  { settings }: Pick<ListenersDeps, 'settings'>,
  { workspace, member }: Doer,
  channel: string,
): Promise<boolean> {
  const { externalPeople } = await settings({ workspace: workspace.workspace, channel });
  if (externalPeople.value === 'trigger') return true;
  const person = await workspace.people.find(member).catch(() => null);
  return person === null || !person.isExternal;
}
