import { describe, expect, it } from 'vitest';
import { readFileText } from '../../src/files/text-file.ts';
import { makeDocx, makeZip, wordParagraph } from './docx.ts';

describe('readFileText', () => {
  it('reads a Word document as Markdown', async () => {
    const bold =
      '<w:p><w:r><w:t xml:space="preserve">It is </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>out</w:t></w:r><w:r><w:t>.</w:t></w:r></w:p>';
    const bytes = makeDocx(
      `${wordParagraph('The lift', 'Heading1')}${bold}${wordParagraph('A &lt;b&gt; &amp; שלום 👩‍👩‍👧‍👦')}`,
    );

    expect(await readFileText('note.docx', bytes)).toBe(
      '# The lift\n\nIt is **out**.\n\nA <b> & שלום 👩‍👩‍👧‍👦',
    );
  });

  it('leaves a document alone that unpacks to more than it should', async () => {
    const bomb = makeZip({ 'word/document.xml': 'a'.repeat(1000) }, 70_000_000);

    await expect(readFileText('bomb.docx', bomb)).rejects.toThrow(/unpacks to more/);
  });

  it('reads text with and without a byte order mark to the last character', async () => {
    const text = 'Zoë\r\n  שלום 👩‍👩‍👧‍👦\n';
    expect(await readFileText('a.txt', Buffer.from(text))).toBe(text);
    expect(await readFileText('A.MD', Buffer.from(`\uFEFF${text}`))).toBe(text);
  });
});
