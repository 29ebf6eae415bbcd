import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readToolArguments } from './tool-arguments.ts';

const args = { file_path: '/memories/AGENTS.md', content: 'a, }\n"b"\t[,]' };
const json = JSON.stringify(args);

describe('arguments that can mean one thing only', () => {
  it.each([
    ['plain', json],
    ['within white space', `\n ${json} `],
    ['in a code fence', `\`\`\`json\n${json}\n\`\`\``],
    ['in a fence without a language', `\`\`\`\n${json}\n\`\`\``],
    ['as JSON within a JSON string', JSON.stringify(json)],
    ['with a comma at the end', json.replace(/\}$/, ',}')],
    ['with a comma and white space at the end', json.replace(/\}$/, ' ,\n }')],
    ['with line breaks and tabs as such', json.replaceAll('\\n', '\n').replaceAll('\\t', '\t')],
  ])('are read %s', (_, raw) => {
    expect(readToolArguments(raw)).toEqual({ kind: 'whole', args });
  });

  it('are none where nothing was sent', () => {
    for (const raw of ['', ' \n', '{}'])
      expect(readToolArguments(raw)).toEqual({ kind: 'whole', args: {} });
  });

  it('are read with a comma after the last item of a list', () => {
    expect(readToolArguments('{"todos": [{"a": 1,}, 2,],}')).toEqual({
      kind: 'whole',
      args: { todos: [{ a: 1 }, 2] },
    });
  });
});

describe('arguments that were cut', () => {
  it('are never completed, wherever the cut is', () => {
    const value = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { minKeys: 1 });
    fc.assert(
      fc.property(value, fc.nat(), (whole, place) => {
        const text = JSON.stringify(whole);
        const cut = text.slice(0, 1 + (place % (text.length - 1)));
        expect(readToolArguments(cut)).toEqual({ kind: 'cut' });
      }),
    );
  });
});

describe('arguments that are no object', () => {
  it.each([
    '"text"',
    '[1]',
    '5',
    'null',
    'true',
    '{a: 1}',
    "{'a': 1}",
    '{"a": 1,, "b": 2}',
    'words',
  ])('are malformed, not cut: %s', (raw) => {
    expect(readToolArguments(raw)).toEqual({ kind: 'malformed' });
  });

  it('any object comes back as it was', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (whole) => {
        const text = JSON.stringify(whole);
        expect(readToolArguments(text)).toEqual({
          kind: 'whole',
          args: JSON.parse(text) as Record<string, unknown>,
        });
      }),
    );
  });
});
