import { type Logger, LogLevel } from '@slack/bolt';

/**
 * The SDK writes whole payloads into its debug lines and messages into its errors. What matters of it reaches
 * us as errors and events, so its own lines go nowhere.
 */
export function createSdkLogger(): Logger {
  const nothing = () => undefined;
  return {
    debug: nothing,
    info: nothing,
    warn: nothing,
    error: nothing,
    setLevel: nothing,
    getLevel: () => LogLevel.ERROR,
    setName: nothing,
  };
}
