// The copy editor's own process: reading a draft takes a processor for some milliseconds, which who is served by
// the main one would wait for, and fills memory. Harper is its child in turn.
import { UserError } from '../../user-error.ts';
import { createCopyEditor } from './copy-editor.ts';
import type { CopyEditorReply, CopyEditorRequest } from './copy-editor-protocol.ts';
import { createHarper } from './harper.ts';
import { rememberParagraphs } from './harper-memo.ts';
import { openLexicon } from './lexicon.ts';

const [lexiconFolder = ''] = process.argv.slice(2);
const copyEditor = createCopyEditor({
  lexicon: openLexicon(lexiconFolder),
  harper: rememberParagraphs(createHarper()),
});
const { signal } = new AbortController();

process.on('disconnect', () => process.exit(0));
process.on('message', (request: CopyEditorRequest) => {
  void answer(request).then((reply) => process.send?.(reply));
});

async function answer({ id, text, options }: CopyEditorRequest): Promise<CopyEditorReply> {
  try {
    return { id, inspection: await copyEditor.inspect(text, options, signal) };
  } catch (error) {
    const code = error instanceof UserError ? error.code : null;
    return { id, failure: { message: error instanceof Error ? error.message : 'failed', code } };
  }
}
