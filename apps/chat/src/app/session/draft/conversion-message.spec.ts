import { describe, expect, it } from 'vitest';

import { conversionMessage, type Written } from './conversion-message';

const file = { kind: 'text' as const, name: 'login.test.js', text: 'it();\n' };
const upload = { name: file.name, text: file.text };
const written = (over: Partial<Written>): Written => ({
  text: '',
  attachments: [],
  isRemark: false,
  hasSource: false,
  ...over,
});

describe('what a person writes in a conversion', () => {
  it.each<[string, Partial<Written>, object]>([
    [
      'files alone',
      { attachments: [file] },
      { text: 'Convert login.test.js.', values: { uploads: [upload] } },
    ],
    [
      'files with a rule',
      { attachments: [file], text: ' use getByTestId ' },
      { text: ' use getByTestId ', values: { uploads: [upload], refinement: 'use getByTestId' } },
    ],
    [
      'a rule on what is there',
      { hasSource: true, text: 'x' },
      { text: 'x', values: { refinement: 'x' } },
    ],
    ['a remark', { hasSource: true, isRemark: true, text: 'why?' }, { text: 'why?' }],
    [
      'a remark with files',
      { attachments: [file], isRemark: true, text: 'why?' },
      { text: 'why?', values: { uploads: [upload] } },
    ],
    ['words before any source', { text: 'hello' }, { text: 'hello' }],
  ])('%s', (_, over, message) => {
    expect(conversionMessage(written(over))).toEqual(message);
  });
});
