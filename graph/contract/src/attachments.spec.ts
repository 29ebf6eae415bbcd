import { describe, expect, it } from 'vitest';

import { contentOf, partsOf, type Attachment } from './attachments.ts';

const PNG: Attachment = { kind: 'image', name: 'a "b".png', type: 'image/png', base64: 'iVBORw==' };
const file = (name: string, text: string): Attachment => ({ kind: 'text', name, text });

describe('a message with files', () => {
  it('is its text alone without any', () => {
    expect(contentOf({ text: 'hi', attachments: [] })).toBe('hi');
    expect(partsOf('hi')).toEqual({ text: 'hi', attachments: [] });
  });

  it.each<[string, string, Attachment[]]>([
    ['a text file', 'look', [file('notes.txt', 'one\ntwo\n')]],
    ['an empty one, with a name of quotes, breaks and backslashes', 'x', [file('"\\\n".md', '')]],
    ['text that begins like a file', 'x', [file('a', 'Attached file "b":\n\nno')]],
    ['text that ends like an image’s name', 'x', [file('a', 'Attached image "b":'), PNG]],
    ['an image', 'look', [PNG]],
    ['several of both', 'look', [PNG, file('a.txt', 'a'), { ...PNG, name: 'c' }]],
    ['words that look like a file', 'Attached file "b":\n\nno', [file('a', 'a')]],
    ['words that look like an image’s name', 'Attached image "b":', [PNG]],
    ['no words', '', [PNG]],
    ['what cannot be seen', '\u00a0', [file('\u200b', '\ufeff\u0000\r\n')]],
  ])('is read as it was written: %s', (_, text, attachments) => {
    const content: unknown = JSON.parse(JSON.stringify(contentOf({ text, attachments })));
    expect(partsOf(content)).toEqual({ text, attachments });
  });

  it.each([
    ['another site', { url: 'https://example.org/a.png' }],
    ['a page', { url: 'data:text/html;base64,PGI+' }],
    ['a drawing that can hold a script', { url: 'data:image/svg+xml;base64,PHN2Zz4=' }],
    ['what is no base64', { url: 'data:image/png;base64,"><script>' }],
    ['nothing', {}],
  ])('shows no image of %s', (_, image_url) => {
    expect(
      partsOf([
        { type: 'text', text: 'x' },
        { type: 'image_url', image_url },
      ]),
    ).toEqual({
      text: 'x',
      attachments: [],
    });
  });

  it.each([[null], [1], [{}], [[null, 1, {}, { type: 'text', text: 1 }]], [undefined]])(
    'takes %j for a message without words',
    (content) => {
      expect(partsOf(content)).toEqual({ text: '', attachments: [] });
    },
  );

  it('keeps text of other clients’ blocks, and images without a name', () => {
    const url = 'data:image/gif;base64,R0lGODlh';
    const blocks = [
      { type: 'image_url', image_url: url },
      { type: 'text', text: 'one' },
      { type: 'text', text: ' two' },
    ];
    expect(partsOf(blocks)).toEqual({
      text: 'one two',
      attachments: [{ kind: 'image', name: '', type: 'image/gif', base64: 'R0lGODlh' }],
    });
  });
});
