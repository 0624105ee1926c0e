import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { sharedData } from '../../shared-data.ts';

describe.skipIf(sharedData === null)('manifest.yml against Slack’s published schema', () => {
  const file = join(sharedData ?? '', '../specs/slack/manifest.schema.2.0.0.json');

  it('is a valid manifest, and a wrong one is told from it', () => {
    const ajv = new Ajv({ strict: false, allErrors: true });
    addFormats.default(ajv);
    const validate = ajv.compile(JSON.parse(readFileSync(file, 'utf8')));
    const manifest = parse(readFileSync('manifest.yml', 'utf8')) as {
      features: { slash_commands: { command: string }[] };
    };
    validate(manifest);
    expect(validate.errors ?? []).toEqual([]);
    manifest.features.slash_commands[0] = { command: 'refine' };
    expect(validate(manifest)).toBe(false);
  });
});
