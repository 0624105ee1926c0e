import { existsSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..', '..', 'shared', 'data');

const slackLogs = join(import.meta.dirname, '..', '..', 'shared', 'specs', 'slack', 'json-logs');

/** The vendor's blanked samples of what Slack sends, or null: what is checked against them then is not. */
export const sharedSlackLogs: string | null = existsSync(slackLogs) ? slackLogs : null;

/** The folder of real drafts and recorded decisions beside the clone, or null: tests that need it are then skipped. */
export const sharedData: string | null = existsSync(folder) ? folder : null;
