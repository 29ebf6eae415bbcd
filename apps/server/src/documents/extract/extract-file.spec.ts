import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';

import { makeDocx, makePdf } from '../testing/make-files.ts';
import { extractFile, EXTRACTORS } from './extract-file.ts';
import { DOCUMENT_LIMITS } from './extracted.ts';

const file = (name: string, content: string | Uint8Array) => ({
  name,
  bytes: typeof content === 'string' ? strToU8(content) : content,
});
const utf16 = (text: string) => Uint8Array.from([0xff, 0xfe, ...Buffer.from(text, 'utf16le')]);

describe('the text of a file', () => {
  it.each([
    ['a.txt', 'text', 'one\r\n\n  two 東京 🚀\n', 'one\r\n\n  two 東京 🚀\n'],
    ['a.txt', 'text', utf16('über'), 'über'],
    ['a.md', 'markdown', '# One\n\n- *two*\n', '# One\n\n- *two*\n'],
    [
      'a.pdf',
      'pdf',
      makePdf(['The hangar opens at six', 'Page two']),
      'The hangar opens at six\n\nPage two',
    ],
    ['a.docx', 'docx', makeDocx(['The hangar', 'opens at six']), 'The hangar\n\nopens at six\n\n'],
    // By its own bytes, whatever its name says.
    ['a.txt', 'pdf', makePdf(['The hangar']), 'The hangar'],
  ])('of %s is read as %s', async (name, format, content, text) => {
    const read = await extractFile(file(name, content));
    expect(read).toMatchObject({ format, text, extractor: EXTRACTORS[format as 'text'] });
  });

  it('of a page is what is read on it', async () => {
    const html = `<!doctype html><html><head><title>No</title><style>p { color: red }</style></head>
      <body><h1>Rates</h1><p>A  place <b>in</b>
      the&nbsp;hangar: 40&euro;</p><script>alert('no')</script>
      <table><tr><td>Mon<td>6</table><ul><li>one<li>two</ul>end</body></html>`;
    expect(await extractFile(file('a.html', html))).toMatchObject({
      format: 'html',
      text: 'Rates\n\nA place in the hangar: 40€\n\nMon\n\n6\n\none\n\ntwo\n\nend',
    });
  });

  it('of a page is decoded as the page says', async () => {
    const bytes = Buffer.from('<meta charset="iso-8859-1"><p>d\u00e9j\u00e0 vu', 'latin1');
    expect(await extractFile(file('a.htm', bytes))).toMatchObject({ text: 'd\u00e9j\u00e0 vu' });
  });

  it('of a page nested ten thousand deep is read all the same', async () => {
    const html = `${'<b>'.repeat(10_000)}deep`;
    expect(await extractFile(file('a.html', html))).toMatchObject({ text: 'deep' });
  });

  it('counts the pages of a PDF', async () => {
    expect(await extractFile(file('a.pdf', makePdf(['one', 'two'])))).toMatchObject({ pages: 2 });
  });
});

describe('a file is refused, with a sentence, that', () => {
  const bomb = makeDocx(['small'], {
    'word/big.xml': new Uint8Array(DOCUMENT_LIMITS.unpackedBytes),
  });

  it.each([
    ['is no text', file('a.txt', Uint8Array.from([1, 0, 2, 255])), 'unreadable', /none of them/],
    ['is empty', file('a.txt', ' \n'), 'unreadable', /no text/],
    ['is a cut PDF', file('a.pdf', makePdf(['x']).slice(0, 60)), 'unreadable', /PDF/],
    ['is a cut Word file', file('a.docx', makeDocx(['x']).slice(0, 60)), 'unreadable', /Word/],
    ['is another archive', file('a.zip', zipSync({ a: strToU8('a') })), 'unreadable', /Word/],
    ['unpacks to too much', file('a.docx', bomb), 'too-large', /unpacks/],
    [
      'has too many pages',
      file('a.pdf', makePdf(Array<string>(DOCUMENT_LIMITS.pages + 1).fill('x'))),
      'too-large',
      /500 pages/,
    ],
    [
      'has too much text',
      file('a.txt', 'x'.repeat(DOCUMENT_LIMITS.length + 1)),
      'too-large',
      /1,000,000 characters/,
    ],
  ])('%s', async (_, sent, refused, sentence) => {
    expect(await extractFile(sent)).toEqual({
      refused,
      sentence: expect.stringMatching(sentence) as string,
    });
  });

  it('is a Word file with a picture of any size is not: pictures stay packed', async () => {
    const picture = new Uint8Array(DOCUMENT_LIMITS.unpackedBytes + 1);
    const docx = makeDocx(['small'], { 'word/media/a.png': picture });
    expect(await extractFile(file('a.docx', docx))).toMatchObject({ text: 'small\n\n' });
  });
});

it('names the versions of the libraries that are installed', () => {
  const manifest = readFileSync(join(import.meta.dirname, '../../../../../package.json'), 'utf8');
  const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> };
  expect(EXTRACTORS.html).toContain(`parse5 ${String(dependencies['parse5'])}`);
  expect(EXTRACTORS.pdf).toContain(`unpdf ${String(dependencies['unpdf'])}`);
  expect(EXTRACTORS.docx).toContain(`mammoth ${String(dependencies['mammoth'])}`);
});
