import { afterEach, expect, it } from 'vitest';
import { type FakeOpenAiServer, startOpenAiServer } from '../fakes/openai-server.ts';
import { critiqueWith, remarkOn, wellBehaved } from '../fakes/well-behaved.ts';
import { bluepencil } from './command.ts';

let server: FakeOpenAiServer | undefined;
afterEach(() => server?.close());

const DRAFT =
  'The office is closed on 9 January. The printers stay on for the whole of the week.\n';

it.each(['text', 'markdown', 'sarif'])(
  'a suggestion that drops a date asks about it, as %s',
  async (format) => {
    server = await startOpenAiServer((request) =>
      request.purpose === 'critique'
        ? critiqueWith(
            remarkOn('on 9 January', {
              suggestion: { action: 'replace', text: 'soon', instruction: 'Write “soon”.' },
            }),
          )
        : wellBehaved(request),
    );
    const { stdout } = await bluepencil(
      ['review', '--persona', 'line-editor', '--format', format, '-'],
      { stdin: DRAFT, env: { OPENAI_BASE_URL: server.url, OPENAI_MODEL: 'm' } },
    );
    const said = stdout.replaceAll(/\s+/g, ' ').replaceAll('\\', '');
    expect(said).toContain('Is it right that “9 January” goes?');
    expect(said).not.toContain('closed soon');
    // Nothing that may be done without the author is left to a writer.
    expect(server.requests.map(({ purpose }) => purpose)).toEqual(['critique']);
  },
);
