import { randomBytes } from 'node:crypto';
import type { AllPlatforms } from './all-platforms.ts';
import { openCharts } from './charts/charts.ts';
import type { Config } from './config.ts';
import { type EditorRoom, hasModel } from './editors.ts';
import type { Ground } from './ground.ts';
import { STOP_REASONS } from './loop/stop.ts';
import { watchCalls, watchRuns, watchWork } from './ops/watched.ts';
import { isLoopback } from './platforms/desk/loopback.ts';
import type { RunWorkerDeps } from './review/execute.ts';
import { createFirstContact } from './review/first-contact.ts';
import { createForgetting } from './review/forget.ts';
import { createPasses } from './review/passes.ts';
import { createRunsUnderWay } from './review/runs-under-way.ts';
import { createSpending } from './review/spending.ts';
import { tryOut } from './review/try-out.ts';
import type { Library } from './settings/library.ts';
import { createWorkspaceSettings } from './settings/workspace-settings.ts';
import { createSigner } from './signer.ts';
import type { Stores } from './stores.ts';

/** Everything the use cases need, ready but for the platforms. */
export type UseCaseParts = Awaited<ReturnType<typeof openUseCaseParts>>;

/** What the use cases share: stores, settings, editors, and the platforms as they will be. */
export async function openUseCaseParts(
  ground: Ground,
  parts: {
    readonly stores: Stores;
    readonly editors: EditorRoom;
    readonly platforms: AllPlatforms;
  },
) {
  const { config, metrics, storage, report, cwd, onClose } = ground;
  const { stores, editors, platforms } = parts;
  const calls = watchCalls(stores.calls, metrics);
  const spending = createSpending({ calls, now: Date.now });
  let localUrl: string | null = null;
  const passes = createPasses({
    passes: stores.passes,
    signer: signerFor(config),
    publicUrl: linksUrl(config),
    localUrl: () => localUrl,
    now: Date.now,
  });
  const kept = {
    runs: watchRuns(stores.runs, metrics, STOP_REASONS),
    requests: stores.requests,
    posts: stores.posts,
    decisions: stores.decisions,
    forgets: stores.forgets,
    passes,
    underWay: storage.shareRuns(createRunsUnderWay()),
    platform: platforms.platform,
    isAdmin: platforms.isAdmin,
    reportError: (error: unknown, about: { readonly runId: string; readonly doing: string }) =>
      report(error, about),
    now: Date.now,
  };
  const editorsFor: RunWorkerDeps['editorsFor'] = (personas, settings, more) =>
    editors.editorsFor({
      ...more,
      personas,
      house: settings.houseStyle.value,
      model: settings.model.value,
      masking: settings.masking.value,
      critiqueLanguage: settings.critiqueLanguage.value,
      draftLanguage: settings.draftLanguage.value,
    });
  const charts = openCharts({ reportError: (error) => report(error, {}) });
  onClose(() => charts.close());
  const fromFiles = await readPersonas(config, cwd);
  const decided = createWorkspaceSettings({
    store: stores.settings,
    forgetting: createForgetting(kept),
    stats: stores.stats,
    charts,
    passes,
    files: () => fromFiles,
    findEmojiTrouble: platforms.findEmojiTrouble,
    nameOf: platforms.nameOf,
    models: Object.keys(config.openai.named),
    tryPersona: async (persona, text, where, how) => {
      const settings = await decided.settings(where);
      const model = how === undefined ? settings.model : { ...settings.model, value: how };
      return tryOut(
        { editorsFor, record: spending.record, now: Date.now, reportError: report },
        { persona, text, place: where, settings: { ...settings, model } },
      );
    },
    memberNames: platforms.memberNames,
    dismissals: stores.dismissals,
    now: Date.now,
  });
  const firstContact = createFirstContact({
    told: stores.contacts,
    platform: platforms.platform,
    readBy: editors.readBy,
    reportError: report,
    now: Date.now,
  });
  const shared = {
    ...kept,
    calls,
    feedback: stores.feedback,
    stats: stores.stats,
    votes: stores.votes,
    consents: stores.contacts,
    told: stores.contacts,
    firstContact,
    nameOf: platforms.nameOf,
    watch: watchWork(metrics),
    settings: decided.settings,
    library: decided.library,
    lessons: decided.lessons,
  };
  const deskOpenedAt = (url: string) => {
    localUrl = url;
  };
  return { ...parts, kept, shared, decided, spending, editorsFor, deskOpenedAt };
}

/** The editors and presets of files, where those are the truth. */
async function readPersonas(config: Config, cwd: string): Promise<Library | null> {
  const { personasDir, openai } = config;
  if (personasDir === null) return null;
  const { readPersonasFolder } = await import('./personas-folder.ts');
  const models = hasModel(config) ? Object.keys(openai.named) : undefined;
  return readPersonasFolder(personasDir, cwd, models);
}

/** Where people follow links to; a desk that only this machine reaches has none, whatever its address elsewhere. */
function linksUrl({ slack, discord, host, publicUrl }: Config): string | null {
  return slack === null && discord === null && isLoopback(host) ? null : publicUrl;
}

/** Without a key, links of a desk that only this machine reaches are signed for as long as it runs. */
function signerFor({ encryptionKeys, slack, discord }: Config) {
  if (encryptionKeys !== null) return createSigner(encryptionKeys);
  return slack === null && discord === null ? createSigner([randomBytes(32)]) : null;
}
