import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const scripts = (
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  }
).scripts;

/** Every page a reader is sent to: README, CHANGELOG and docs/. */
const pages = [
  'README.md',
  'CHANGELOG.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

const builtIn = new Set(['ci', 'install', 'start', 'test']);

describe.each(pages)('%s', (page) => {
  const text = readFileSync(join(root, page), 'utf8');

  it('names only npm scripts that exist', () => {
    const code = [...text.matchAll(/```[\s\S]*?```|`[^`\n]+`/g)].map(([span]) => span).join('\n');
    const named = [...code.matchAll(/\bnpm (?:run )?(?:-s )?([a-z][\w:-]*)/g)].map(
      ([, name]) => name ?? '',
    );
    expect(named.filter((name) => !(name in scripts) && !builtIn.has(name))).toEqual([]);
  });

  it('links only to files that exist', () => {
    const targets = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g)].map(
      (match) => match[1] ?? '',
    );
    expect(targets.filter((target) => !existsSync(join(root, page, '..', target)))).toEqual([]);
  });

  it('names only paths that exist', () => {
    const paths = [...text.matchAll(/`((?:apps|graph|prompts|e2e|docs|tools)\/[\w./-]*)`/g)].map(
      (match) => match[1] ?? '',
    );
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
