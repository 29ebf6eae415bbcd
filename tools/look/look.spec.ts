import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { makeFont } from './make-font.ts';
import { makeSprite } from './make-sprite.ts';

const chat = join(import.meta.dirname, '../../apps/chat');
const MOST_FONT_BYTES = 40_000;
const read = (path: string): Buffer => readFileSync(join(chat, path));

describe('The typeface', () => {
  it('is the one that its script makes, small, and comes with its licence', async () => {
    const font = read('src/styles/fonts/inter.woff2');
    expect(font.byteLength).toBeLessThanOrEqual(MOST_FONT_BYTES);
    expect(font.equals(await makeFont())).toBe(true);
    expect(read('src/styles/fonts/inter-licence.txt').toString()).toContain(
      'SIL Open Font License',
    );
  });
});

describe('The icons', () => {
  const sprite = read('public/icons.svg').toString();
  const used = new Set(
    globSync('src/app/**/*.{ts,html}', { cwd: chat }).flatMap((path) =>
      [
        ...read(path)
          .toString()
          .matchAll(/icons\.svg#([a-z-]+)/g),
      ].map(([, name]) => name),
    ),
  );
  const known = new Set([...sprite.matchAll(/<symbol id="([a-z-]+)"/g)].map(([, name]) => name));

  it('are those that their script makes', () => {
    expect(sprite).toBe(makeSprite());
  });

  it('are those that the page uses, and no others', () => {
    expect([...known].sort()).toEqual([...used].sort());
  });
});
