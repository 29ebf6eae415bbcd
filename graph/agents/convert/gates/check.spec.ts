import { describe, expect, it } from 'vitest';

import { rewrite } from '../rewriter/rewrite.ts';
import { check } from './check.ts';
import { COUNT, HONEST, lie, SOURCES, TITLE, WELCOME } from '../testing/honest.ts';

it('lets the conversion of the fixed rules pass', { timeout: 120_000 }, () => {
  const { passed, findings, ledger } = check(SOURCES, HONEST, []);
  expect(findings).toEqual([]);
  expect(passed).toBe(true);
  expect(ledger).toEqual([]);
  for (const text of [WELCOME, TITLE, COUNT]) expect(HONEST[1]?.text).toContain(text);
});

describe('a model that is honest in another way', { timeout: 120_000 }, () => {
  it.each([
    [
      'takes a step around it',
      WELCOME,
      `await test.step('look', async () => {\n      ${WELCOME}\n    });`,
    ],
    [
      'has a helper',
      WELCOME,
      `const greets = async (name: string) => {\n      await expect(page.locator('#welcome')).toHaveText(\`Welcome \${name}\`);\n    };\n    await greets('tom');`,
    ],
    [
      'names the locator',
      WELCOME,
      "const welcome = page.locator('#welcome');\n    await expect(welcome).toHaveText('Welcome tom');",
    ],
    [
      'asserts the value',
      WELCOME,
      "expect(await page.locator('#welcome').innerText()).toBe('Welcome tom');",
    ],
    [
      'polls',
      WELCOME,
      "await expect.poll(() => page.locator('#welcome').innerText()).toBe('Welcome tom');",
    ],
    [
      'writes the id as an attribute',
      WELCOME,
      `await expect(page.locator('[id="welcome"]')).toHaveText('Welcome tom');`,
    ],
    ['prefers a role', 'page.locator(\'button[type="submit"]\')', "page.getByRole('button')"],
    [
      'asserts more',
      WELCOME,
      `${WELCOME}\n    await expect(page.locator('#welcome')).toBeVisible();`,
    ],
    [
      'leaves a locator open',
      "this.error = page.locator('.error')",
      "// TODO(review): The class is not stable.\n    this.error = page.locator('.fault')",
    ],
  ])('%s', (name, find, replacement) => {
    const findings = lie(find, replacement);
    expect(
      findings.filter(({ gate }) => name !== 'leaves a locator open' || gate === 'locators'),
    ).toEqual([]);
  });

  it('is told what a test id is taken for', () => {
    const out = rewrite(SOURCES, ['Use getByTestId for every form field.']).files;
    expect(out[0]?.text).toContain("page.getByTestId('user')");
    const { passed, ledger } = check(SOURCES, out, []);
    expect(passed).toBe(true);
    expect(ledger.map(({ kind, reason }) => `${kind}: ${reason}`)).toEqual([
      'premise: The source proves id="user", not data-testid="user".',
      'premise: The source proves id="pass", not data-testid="pass".',
    ]);
  });

  it('is told which rules are not followed', () => {
    const { ledger } = check(SOURCES, HONEST, [
      'Delete the test that refuses.',
      'Skip the title assertion.',
    ]);
    expect(ledger.map(({ kind }) => kind)).toEqual(['rule', 'rule']);
  });
});
