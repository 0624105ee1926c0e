/* What the parts of the double share: the world, the app as it is set up, delivery, records of what came in. */
import type { Deliverer } from './delivery.ts';
import type { Grant } from './methods/oauth.ts';
import type { StatusLine } from './methods/streams.ts';
import type { Installation, Json, WorkspaceRecord, World } from './world.ts';

/** How long things take. The real ones stand in `REAL_PACE`; tests shorten what they wait for. */
export interface Pace {
  /** An answer to whatever is delivered is due after so long. */
  readonly ackMs: number;
  /** When a failed event is sent again, counted from each failure. */
  readonly retryMs: readonly number[];
  readonly triggerMs: number;
  readonly responseUrlMs: number;
  readonly responseUrlUses: number;
  /** A stream is closed by the server after so long. */
  readonly streamMs: number;
  /** How long before the end of a socket its warning comes. */
  readonly warningMs: number;
  readonly pingMs: number;
}

export const REAL_PACE: Pace = {
  ackMs: 3_000,
  retryMs: [0, 60_000, 300_000],
  triggerMs: 3_000,
  responseUrlMs: 30 * 60_000,
  responseUrlUses: 5,
  streamMs: 5 * 60_000,
  warningMs: 10_000,
  pingMs: 10_000,
};

/** The app as its manifest sets it up. */
export interface AppSetup {
  readonly id: string;
  readonly name: string;
  readonly appToken: string;
  readonly signingSecret: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[];
  readonly events: readonly string[];
  readonly commands: readonly { readonly command: string; readonly shouldEscape: boolean }[];
  readonly shortcuts: readonly {
    readonly callbackId: string;
    readonly type: 'message' | 'global';
  }[];
  /** Where people go after they agreed, when the app names no other place. */
  readonly redirectUrl: string;
  readonly homeTab: boolean;
  readonly messagesTab: boolean;
  readonly rotatesTokens: boolean;
  /** Cut to one call a minute of 15 messages, as for distributed apps outside the marketplace. */
  readonly isDistributed: boolean;
}

export interface Trigger {
  readonly at: number;
  readonly userId: string;
  readonly teamId: string;
  /** The view it was made in; null outside one. */
  readonly viewId: string | null;
  isUsed: boolean;
}

export interface ResponseUrl {
  readonly id: string;
  readonly expiresAt: number;
  uses: number;
  readonly userId: string;
  readonly channelId: string;
  readonly threadTs: string | null;
  /** The message that was clicked; null for commands and shortcuts. */
  readonly original: { readonly ts: string; readonly isEphemeral: boolean } | null;
  /** What it has posted. */
  readonly posted: { readonly ts: string; readonly isEphemeral: boolean }[];
  readonly by: Installation;
}

/** One call of the Web API, a response address or a file host, as it came in. */
export interface ReceivedCall {
  readonly at: number;
  readonly method: string;
  readonly args: Json;
  readonly token: string;
  /** Filled in when it is answered; `null` when its answer was lost or it was never carried out. */
  answer: Json | null;
  status: number;
}

export interface Core {
  readonly world: World;
  readonly app: AppSetup;
  readonly pace: Pace;
  readonly delivery: Deliverer;
  readonly calls: ReceivedCall[];
  readonly triggers: Map<string, Trigger>;
  readonly responseUrls: Map<string, ResponseUrl>;
  readonly pendingFiles: Map<string, PendingFile>;
  readonly grants: Grant[];
  /** Status lines under threads, last said last. */
  readonly statuses: StatusLine[];
  /** Installs the app in a workspace. */
  install(
    workspace: WorkspaceRecord,
    as: { scopes: readonly string[]; isEnterprise: boolean; installedBy: string },
  ): Installation;
  /** The addresses of its servers, once they listen. */
  readonly urls: {
    api: string;
    files: string;
    socket: string;
    origin: string;
    authorize: string;
  };
  violate(text: string): void;
  violations(): readonly string[];
}

export interface PendingFile {
  readonly id: string;
  readonly name: string;
  readonly length: number;
  readonly by: Installation;
  readonly altText: string | null;
  readonly snippetType: string | null;
  bytes: Buffer | null;
  isComplete: boolean;
}

/** A trigger of a member, good for one view. */
export function makeTrigger(
  core: Core,
  { userId, teamId, viewId = null }: { userId: string; teamId: string; viewId?: string | null },
): string {
  const id = `${core.world.id('')}.${core.world.now()}.${userId.toLowerCase()}`;
  core.triggers.set(id, { at: core.world.now(), userId, teamId, viewId, isUsed: false });
  return id;
}

/** A response address, good for a few posts within half an hour. */
export function makeResponseUrl(
  core: Core,
  place: Pick<ResponseUrl, 'userId' | 'channelId' | 'threadTs' | 'original' | 'by'>,
): string {
  const id = core.world.id('R');
  core.responseUrls.set(id, {
    ...place,
    id,
    expiresAt: core.world.now() + core.pace.responseUrlMs,
    uses: 0,
    posted: [],
  });
  return `${core.urls.origin}/respond/${place.by.teamId}/${id}`;
}
