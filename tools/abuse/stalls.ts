import { randomUUID } from 'node:crypto';

import fc from 'fast-check';

import type { Extent, Lab } from '../faults/lab.ts';
import type { AttackReport } from './attack.ts';
import type { Target } from './target.ts';

/** Longest that one request may hold the event loop, in milliseconds of processor time. */
const MOST_HELD_MS = 200;

/** What has once held it for seconds or for ever. */
const KNOWN = [
  `change ${' '.repeat(30_000)}x`,
  `token for a${' '.repeat(60_000)}x`,
  `forget ${'.'.repeat(60_000)}x`,
  'eyJ-'.repeat(15_000),
  `${'a.'.repeat(30_000)}://x`,
  `Please remember that ${'a '.repeat(30_000)}`,
  `${'!'.repeat(60_000)}x`,
  '- a\n'.repeat(15_000),
  `hi${' .'.repeat(30_000)}x`,
  '\n'.repeat(60_000),
];

const WORDS = ['change ', 'remember that ', 'forget ', 'token for ', 'no ', 'hi', 'my ', 'eyJ', ''];
const PIECES = [
  ' ',
  '.',
  '!',
  '- a\n',
  'a',
  'a.',
  '"',
  '\n',
  ' to ',
  'is ',
  'x@',
  '://',
  '\\',
  '/',
];

const hostile = fc
  .tuple(
    fc.constantFrom(...WORDS),
    fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 3 }),
    fc.integer({ min: 1000, max: 60_000 }),
    fc.constantFrom('', 'x', '!', '\n'),
  )
  .map(([word, pieces, size, end]) => {
    const piece = pieces.join('');
    return word + piece.repeat(Math.ceil(size / piece.length)) + end;
  });

type Send = (text: string) => Promise<unknown>;

/** Texts made to be expensive, through every route that reads one. */
export async function stalls(target: Target, lab: Lab, extent: Extent): Promise<AttackReport> {
  const owner = randomUUID();
  const generated = fc.sample(hostile, {
    numRuns: extent === 'long' ? 40 : 3,
    seed: Math.floor(lab.random.between(0, 2 ** 30)),
  });
  const texts = [...KNOWN, ...generated];
  const ways = waysIn(target, owner);
  const findings: string[] = [];
  let longest = { held: 0, by: '' };
  for (const [name, send] of Object.entries(ways))
    for (const text of texts) {
      await send(text);
      const held = target.heldMs();
      const by = `${name}: ${JSON.stringify(text.slice(0, 30))}…`;
      if (held > longest.held) longest = { held, by };
      if (held > MOST_HELD_MS) findings.push(`${by} held the loop for ${held} ms`);
    }
  const tried = `${texts.length} texts, ${generated.length} of them generated, by ${Object.keys(ways).length} ways: ${Object.keys(ways).join(', ')}; longest hold ${longest.held} ms of processor time (${longest.by})`;
  return { tried, findings };
}

/** Every way by which a text gets into the product. */
function waysIn(target: Target, owner: string): Readonly<Record<string, Send>> {
  const ask = (method: string, path: string, body?: unknown) =>
    target.ask(owner, method, path, body);
  const human = (content: string) => ({ messages: [{ role: 'human', content }] });
  const hash = async () => {
    const { text } = await ask('GET', '/memory');
    return (JSON.parse(text) as { sha256: string | null }).sha256;
  };
  return {
    'a message': (text) =>
      ask('POST', '/runs/wait', { assistant_id: 'memory', input: human(text) }),
    'a memory edit': async (text) =>
      ask('PUT', '/memory', { text: text.slice(0, 65_000), based_on: await hash() }),
    'a merged memory edit': (text) =>
      ask('PUT', '/memory', { text: text.slice(0, 65_000), based_on: null }),
    'reading the memory': () => ask('GET', '/memory'),
    'forgetting a line': (text) => ask('POST', '/memory/forget', { line: text }),
    'a store item': (text) =>
      ask('PUT', '/store/items', { namespace: [owner, 'n'], key: 'k', value: { text } }),
    'a store filter': (text) =>
      ask('POST', '/store/items/search', { namespace_prefix: [owner], filter: { text } }),
    'thread metadata': (text) => ask('POST', '/threads', { metadata: { title: text } }),
    'a thread filter': (text) => ask('POST', '/threads/search', { metadata: { title: text } }),
    'a search': (text) => ask('POST', '/conversations/search', { query: text.slice(0, 200) }),
    gotos: (text) =>
      ask('POST', '/runs/wait', {
        assistant_id: 'memory',
        command: { goto: Array.from({ length: 5000 }, () => text.slice(0, 5)) },
      }),
  };
}
