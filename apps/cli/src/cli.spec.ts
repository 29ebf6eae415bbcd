import { existsSync, readdirSync } from 'node:fs';

import { readConversion } from '#contract/conversion';
import { serveProduct, type ServedProduct } from '#server/testing/served-product';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { seleniumTest, Terminal } from './testing/terminal.ts';

const terminal = new Terminal();
let server: ServedProduct;

beforeAll(async () => {
  server = await serveProduct({ DATA_DIR: terminal.dataDir });
  terminal.write('login.test.js', seleniumTest('logs in'));
});
afterAll(async () => {
  await server.stop();
  terminal.remove();
});

const exitOf = (status: string) => (status === 'accepted' ? 0 : 2);
const scope = () => terminal.read('identity').trim();

describe('a kept conversion', () => {
  const first = ['login.test.js', '--thread', 'login', '--out', 'out/login.spec.ts'];
  let id = '';

  it('writes its result, tells its steps, and exits by its status', async () => {
    const { code, printed, said } = await terminal.json(first);
    expect(code).toBe(exitOf(printed.status));
    expect(printed).toMatchObject({ turn: 1, conventions: [], thread: { name: 'login' } });
    expect(printed.written).toEqual([terminal.path('out/login.spec.ts')]);
    expect(terminal.read('out/login.spec.ts')).toBe(printed.files[0]?.text);
    expect(readdirSync(terminal.path('out'))).toEqual(['login.spec.ts']);
    expect(said).toMatch(/^Turn 1\nAttempt 1: fixed rules convert\nGates: /);
    id = printed.thread?.id ?? '';
  });

  it('goes on with nothing but a rule, in place', async () => {
    const { code, printed } = await terminal.json([
      ...['--thread', 'login', '--refine', 'Suffix page objects with Page'],
    ]);
    expect(code).toBe(exitOf(printed.status));
    expect(printed).toMatchObject({ turn: 2, conventions: ['Suffix page objects with Page'] });
    expect(terminal.read('out/login.spec.ts')).toBe(printed.files[0]?.text);
  });

  it('reads a source again that has changed', async () => {
    terminal.write('login.test.js', seleniumTest('signs in'));
    await terminal.run(['--thread', 'login', '--refine', 'No page objects']);
    const { values } = await server.client(scope()).threads.getState(id);
    expect(readConversion(values)?.sources[0]?.text).toContain("it('signs in'");
    expect(readConversion(values)?.turn).toBe(3);
  });

  it('leaves a file alone that was edited by hand, unless it is adopted', async () => {
    const edited = `${terminal.read('out/login.spec.ts')}// mine\n`;
    terminal.write('out/login.spec.ts', edited);
    const again = ['--thread', 'login', '--refine', 'One more rule'];
    const refused = await terminal.run(again);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.said).toContain('edited by hand since it was written');
    expect(terminal.read('out/login.spec.ts')).toBe(edited);
    const { printed } = await terminal.json([...again, '--adopt']);
    expect(printed.turn).toBe(4);
    expect(printed.files[0]?.text).toContain('// mine');
    expect(terminal.read('out/login.spec.ts')).toBe(printed.files[0]?.text);
    const { values } = await server.client(scope()).threads.getState(id);
    expect(readConversion(values)?.baseline[0]?.text).toBe(edited);
  });

  it('is listed with its turns and status, and is the page’s too', async () => {
    const { out, code } = await terminal.run(['threads', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject([{ name: 'login', id, turns: 4 }]);
    const lines = (await terminal.run(['threads'])).out.split('\n');
    expect(lines[0]).toMatch(/^NAME +TURNS +LAST USE +STATUS$/);
    expect(lines[1]).toMatch(/^login +4 /);
    const listed = await server.ask(scope(), 'GET', '/conversations');
    expect(JSON.stringify(await listed.json())).toContain(id);
    const byId = await terminal.json(['--thread', id, '--refine', 'By its id']);
    expect(byId.printed.turn).toBe(5);
  });

  it('lets one of two rules win that come at once, and tells the other', async () => {
    const both = await Promise.all(
      ['Rule A', 'Rule B'].map((rule) => terminal.run(['--thread', 'login', '--refine', rule])),
    );
    const { values } = await server.client(scope()).threads.getState(id);
    const { conventions, turn } = readConversion(values) ?? { conventions: [], turn: 0 };
    const won = both.filter(({ code }) => code !== 1);
    // A slow start may put one after the other; neither may be lost without a word.
    expect(turn).toBe(5 + won.length);
    expect(conventions.filter((rule) => rule.startsWith('Rule'))).toHaveLength(won.length);
    for (const { code, said } of both) if (code === 1) expect(said).toMatch(/run|edited/);
  });
});

describe('without a thread', () => {
  it('nothing is written but what is printed', async () => {
    const alone = new Terminal();
    alone.write('login.test.js', seleniumTest('logs in'));
    const { code, out } = await alone.run(['login.test.js', '--refine', 'No page objects']);
    expect([0, 2]).toContain(code);
    expect(out).not.toBe('');
    expect(readdirSync(alone.folder)).toEqual(['login.test.js']);
    const written = await alone.run(['login.test.js', '--out', 'login.spec.ts']);
    expect([0, 2]).toContain(written.code);
    expect(written.out).toBe('');
    expect(readdirSync(alone.folder).toSorted()).toEqual(['login.spec.ts', 'login.test.js']);
    alone.remove();
  });
});

describe('where no server runs', () => {
  it('one is started on the same data, and ends with the call', async () => {
    const alone = new Terminal();
    alone.write('login.test.js', seleniumTest('logs in'));
    const first = await alone.json(['login.test.js', '--thread', 'login']);
    expect(first.said).toMatch(/^No server runs/);
    expect(existsSync(alone.path('data/throughline.address.json'))).toBe(false);
    const later = await serveProduct({ DATA_DIR: alone.dataDir });
    const { printed, said } = await alone.json(['--thread', 'login', '--refine', 'A rule']);
    expect(printed).toMatchObject({ turn: 2, conventions: ['A rule'] });
    expect(said).not.toContain('No server runs');
    await later.stop();
    alone.remove();
  });
});

describe('what cannot be done', () => {
  beforeAll(() => {
    terminal.write('empty.test.js', '');
    terminal.write('binary.test.js', new Uint8Array([0xff, 0xfe, 0]));
    terminal.write('large.test.js', `${seleniumTest('x')}//${'x'.repeat(2 * 1024 * 1024)}`);
    terminal.write('plain.js', 'let a = 1;\n');
    terminal.write('broken.test.js', "import 'selenium-webdriver';\nif (");
  });

  it.each([
    [['--thread', 'nowhere', '--refine', 'x'], /no conversion called nowhere/],
    [['missing.js', '--thread', 'new'], /There is no file .*missing\.js/],
    [['empty.test.js', '--thread', 'new'], /is empty/],
    [['binary.test.js', '--thread', 'new'], /is not text/],
    [['large.test.js', '--thread', 'new'], /larger than/],
    [['plain.js', '--thread', 'new'], /uses no Selenium/],
    [['broken.test.js', '--thread', 'new'], /does not parse/],
    [['empty.test.js'], /is empty/],
    [['login.test.js', '--thread', 'new', '--out', 'plain.js/out.ts'], /is no folder/],
    [['login.test.js', '--thread', '../x'], /A name begins with/],
    [['--refine', 'x'], /Name the files/],
    [['login.test.js', '--wat'], /Unknown option '--wat'/],
    [['login.test.js', '--adopt'], /name it with --thread/],
  ])('%j is told in a sentence, and leaves nothing', async (args, sentence) => {
    const before = await server.client(scope()).threads.count();
    const { code, out, said } = await terminal.run(args);
    expect([code, out]).toEqual([1, '']);
    expect(said).toMatch(sentence);
    expect(said).not.toContain('    at ');
    expect(await server.client(scope()).threads.count()).toBe(before);
  });
});
