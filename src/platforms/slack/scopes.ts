/** The permissions the app asks for, each with what does not work without it; docs/slack.md says more. */
export const SCOPE_USES: Readonly<Record<string, string>> = {
  commands: '`/refine` and the shortcuts do not exist',
  'chat:write': 'I can’t answer anywhere',
  'reactions:read': 'emoji start nothing',
  'reactions:write': 'no 👀 and ✅ on messages',
  'channels:history': 'I can’t read messages in public channels',
  'channels:read': 'I can’t see whether I am in a channel',
  'users:read': 'ids stand in place of names, and nobody counts as an admin',
  'im:write': 'private reviews have nowhere to go',
  'im:history': 'I can’t read what is said to me alone',
  'app_mentions:read': 'I don’t hear my name',
  'chat:write.customize': 'editors’ names stand in the message and not above it',
  'groups:history': 'I can’t read messages in private channels',
  'groups:read': 'I can’t see which private channels I am in',
  'mpim:history': 'I can’t read messages in group messages',
  'mpim:read': 'I can’t see which group messages I am in',
  'im:read': 'I can’t look at our direct messages’ details',
  'files:read': 'I can’t read files and snippets',
  'files:write': 'the log of changes comes as a file from elsewhere only',
  'emoji:read': 'I know your own emoji by one name only, and can’t check a new one',
};

export const SCOPES: readonly string[] = Object.keys(SCOPE_USES);

/** What was asked for and not given; none where Slack did not say what was. */
export function missingScopes(granted: readonly string[] | null): readonly string[] {
  return granted === null ? [] : SCOPES.filter((scope) => !granted.includes(scope));
}
