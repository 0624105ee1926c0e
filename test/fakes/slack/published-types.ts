/*
 * The published types the double holds requests and events against, in groups whose helper types do not share
 * names. `published-schemas.ts` turns them into JSON schemas; nothing imports them.
 */
import type { HomeView, KnownBlock, MessageAttachment, ModalView, SlackEvent } from '@slack/types';
import type * as api from '@slack/web-api';

export interface Surfaces {
  block: KnownBlock;
  home: HomeView;
  modal: ModalView;
  attachment: MessageAttachment;
  event: SlackEvent;
}

export interface Others {
  'agents.sessions.rename': api.AgentsSessionsRenameArguments;
  'agents.sessions.setStatus': api.AgentsSessionsSetStatusArguments;
  'apps.connections.open': api.AppsConnectionsOpenArguments;
  'apps.uninstall': api.AppsUninstallArguments;
  'assistant.threads.setStatus': api.AssistantThreadsSetStatusArguments;
  'assistant.threads.setSuggestedPrompts': api.AssistantThreadsSetSuggestedPromptsArguments;
  'assistant.threads.setTitle': api.AssistantThreadsSetTitleArguments;
  'auth.revoke': api.AuthRevokeArguments;
  'auth.test': api.AuthTestArguments;
  'auth.teams.list': api.AuthTeamsListArguments;
  'bots.info': api.BotsInfoArguments;
  'emoji.list': api.EmojiListArguments;
  'files.completeUploadExternal': api.FilesCompleteUploadExternalArguments;
  'files.delete': api.FilesDeleteArguments;
  'files.getUploadURLExternal': api.FilesGetUploadURLExternalArguments;
  'files.info': api.FilesInfoArguments;
  'oauth.v2.access': api.OAuthV2AccessArguments;
  'oauth.v2.exchange': api.OAuthV2ExchangeArguments;
  'team.info': api.TeamInfoArguments;
  'usergroups.list': api.UsergroupsListArguments;
  'usergroups.users.list': api.UsergroupsUsersListArguments;
  'users.conversations': api.UsersConversationsArguments;
  'users.info': api.UsersInfoArguments;
  'users.list': api.UsersListArguments;
  'users.lookupByEmail': api.UsersLookupByEmailArguments;
  'views.open': api.ViewsOpenArguments;
  'views.publish': api.ViewsPublishArguments;
  'views.push': api.ViewsPushArguments;
  'views.update': api.ViewsUpdateArguments;
}

export interface Chat {
  'chat.appendStream': api.ChatAppendStreamArguments;
  'chat.delete': api.ChatDeleteArguments;
  'chat.getPermalink': api.ChatGetPermalinkArguments;
  'chat.postEphemeral': api.ChatPostEphemeralArguments;
  'chat.postMessage': api.ChatPostMessageArguments;
  'chat.startStream': api.ChatStartStreamArguments;
  'chat.stopStream': api.ChatStopStreamArguments;
  'chat.update': api.ChatUpdateArguments;
}

export interface Conversations {
  'conversations.history': api.ConversationsHistoryArguments;
  'conversations.info': api.ConversationsInfoArguments;
  'conversations.join': api.ConversationsJoinArguments;
  'conversations.list': api.ConversationsListArguments;
  'conversations.members': api.ConversationsMembersArguments;
  'conversations.open': api.ConversationsOpenArguments;
  'conversations.replies': api.ConversationsRepliesArguments;
}

export interface Reactions {
  'reactions.add': api.ReactionsAddArguments;
  'reactions.get': api.ReactionsGetArguments;
  'reactions.remove': api.ReactionsRemoveArguments;
}
