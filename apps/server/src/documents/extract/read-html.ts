import { type DefaultTreeAdapterTypes, parse } from 'parse5';

import { decode, decodeText } from './read-text.ts';

type Node = DefaultTreeAdapterTypes.Node;

/** Elements whose text nobody reads. */
const UNREAD = new Set(['head', 'script', 'style', 'template', 'noscript', 'svg', 'iframe']);
/** Elements that stand on lines of their own. */
const BLOCKS = new Set(
  'address article aside blockquote br dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table td th tr ul'.split(
    ' ',
  ),
);
/** Elements with an empty line before and after. */
const PARAGRAPHS = new Set('blockquote h1 h2 h3 h4 h5 h6 li ol p pre table ul'.split(' '));

/** Where a page names its encoding, in bytes from its beginning. */
const HEAD_BYTES = 1024;

/** Decodes a page in the encoding that it names, else as UTF-8. */
export function decodeHtml(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1');
  const named = /charset=["']?([\w-]{1,40})/i.exec(head)?.[1];
  return decodeText(bytes) ?? (named === undefined ? undefined : decode(bytes, named));
}

/** The text of a page as it is read: what is code or hidden in its head is left out. */
export function textOfHtml(html: string): string {
  const parts: string[] = [];
  // A stack of its own: elements may be nested deeper than calls can be.
  const waiting: (Node | string)[] = [parse(html)];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') parts.push(next);
    else if ('value' in next) parts.push(next.value.replace(/\s+/g, ' '));
    else if ('childNodes' in next && !UNREAD.has(next.nodeName)) {
      const around = breakAround(next.nodeName);
      waiting.push(around, ...next.childNodes.toReversed(), around);
    }
  }
  return tidied(parts.join(''));
}

function breakAround(name: string): string {
  if (PARAGRAPHS.has(name)) return '\n\n';
  return BLOCKS.has(name) ? '\n' : '';
}

function tidied(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  const kept = lines.filter((line, at) => line !== '' || lines[at - 1] !== '');
  return kept.join('\n').trim();
}
