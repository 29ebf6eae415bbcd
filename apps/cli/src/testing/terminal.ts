import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly said: string;
}

/** A folder in which a person works at a terminal, with an identity and a data folder of its own. */
export class Terminal {
  readonly folder = mkdtempSync(join(tmpdir(), 'cli-'));
  readonly dataDir = join(this.folder, 'data');
  readonly identity = join(this.folder, 'identity');

  path(name: string): string {
    return join(this.folder, name);
  }

  write(name: string, content: string | Uint8Array): void {
    writeFileSync(this.path(name), content);
  }

  read(name: string): string {
    return readFileSync(this.path(name), 'utf8');
  }

  /** Runs the program to its end. */
  async run(args: readonly string[], input = ''): Promise<Ended> {
    const child = spawn(process.execPath, [MAIN, ...args], {
      cwd: this.folder,
      env: {
        PATH: process.env['PATH'],
        DATA_DIR: this.dataDir,
        THROUGHLINE_IDENTITY: this.identity,
      },
    });
    child.stdin.end(input);
    const [out, said, ended] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit') as Promise<[number | null]>,
    ]);
    return { code: ended[0] ?? -1, out, said };
  }

  /** The same with --json, and what it printed. */
  async json(args: readonly string[]): Promise<Ended & { readonly printed: Printed }> {
    const ended = await this.run([...args, '--json']);
    if (ended.out === '') throw new Error(`It printed nothing. ${ended.said}`);
    return { ...ended, printed: JSON.parse(ended.out) as Printed };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}

export interface Printed {
  readonly status: 'accepted' | 'needs-review';
  readonly turn: number;
  readonly conventions: readonly string[];
  readonly thread: { readonly name: string; readonly id: string } | null;
  readonly written: readonly string[];
  readonly files: readonly { readonly name: string; readonly text: string }[];
}

/** A Selenium test with one test of this title. */
export function seleniumTest(title: string): string {
  return `import { Builder, By } from 'selenium-webdriver';
import assert from 'node:assert';

it('${title}', async () => {
  const driver = await new Builder().forBrowser('chrome').build();
  await driver.get('http://localhost/login');
  await driver.findElement(By.id('user')).sendKeys('tom');
  assert.equal(await driver.findElement(By.id('hello')).getText(), 'Hello, tom');
  await driver.quit();
});
`;
}
