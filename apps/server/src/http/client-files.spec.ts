import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { Hono } from 'hono';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { accessLog } from './access-log.ts';
import { readClientBuild } from './client-build.ts';
import { clientFiles } from './client-files.ts';
import type { HttpEnv } from './http-env.ts';
import { replyError, replyUnknownRoute } from './error-reply.ts';

const SCRIPT = `console.log(${JSON.stringify('x'.repeat(5000))})`;
const PAGE = '<!doctype html><head></head><body><tl-root></tl-root></body>';

describe('clientFiles', () => {
  let root: string;
  let app: Hono<HttpEnv>;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'client-'));
    const dir = join(root, 'browser');
    await mkdir(dir);
    await writeFile(join(root, 'secret.txt'), 'not yours');
    await writeFile(join(dir, 'index.html'), PAGE);
    await writeFile(join(dir, 'main-ABCD1234.js'), SCRIPT);
    await writeFile(join(dir, 'chunk-BuU7xPqR.js'), SCRIPT);
    await writeFile(join(dir, 'the-document.js'), SCRIPT);
    await writeFile(join(dir, 'favicon.ico'), new Uint8Array([0, 1, 2]));
    app = new Hono<HttpEnv>();
    app.onError(replyError);
    app.notFound(replyUnknownRoute);
    app.use(accessLog(pino({ level: 'silent' })));
    app.get('*', clientFiles(dir));
  });
  afterEach(() => rm(root, { recursive: true }));

  const get = (path: string, headers: Record<string, string> = {}) =>
    app.request(path, { headers });
  const bytes = async (response: Response) => Buffer.from(await response.arrayBuffer());

  it('compresses once, and as the reader can take it', async () => {
    const br = await get('/main-ABCD1234.js', { 'accept-encoding': 'gzip, deflate, br' });
    expect(br.headers.get('content-encoding')).toBe('br');
    expect(br.headers.get('content-type')).toMatch(/javascript/);
    expect(brotliDecompressSync(await bytes(br)).toString()).toBe(SCRIPT);
    const gzip = await get('/main-ABCD1234.js', { 'accept-encoding': 'gzip, br;q=0' });
    expect(gzip.headers.get('content-encoding')).toBe('gzip');
    expect(gunzipSync(await bytes(gzip)).toString()).toBe(SCRIPT);
    const plain = await get('/main-ABCD1234.js');
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(plain.headers.get('vary')).toBe('Accept-Encoding');
    expect(await plain.text()).toBe(SCRIPT);
  });

  it('lets hashed names be kept for ever, and others be asked about', async () => {
    const hashed = await get('/main-ABCD1234.js');
    expect(hashed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const chunk = await get('/chunk-BuU7xPqR.js');
    expect(chunk.headers.get('cache-control')).toContain('immutable');
    const named = await get('/the-document.js');
    expect(named.headers.get('cache-control')).toBe('no-cache');
    const icon = await get('/favicon.ico');
    expect(icon.headers.get('cache-control')).toBe('no-cache');
    const again = await get('/favicon.ico', { 'if-none-match': icon.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
  });

  it('sees a file that was built anew', async () => {
    const before = await get('/favicon.ico');
    await writeFile(join(root, 'browser', 'favicon.ico'), new Uint8Array([3, 4, 5, 6]));
    const after = await get('/favicon.ico', { 'if-none-match': before.headers.get('etag') ?? '' });
    expect(after.status).toBe(200);
    expect([...(await bytes(after))]).toEqual([3, 4, 5, 6]);
  });

  it.each(['/', '/index.html', '/c/0199d0c0-0000-7000-8000-000000000001'])(
    'answers %s with the page, under a policy whose nonce is used once',
    async (path) => {
      const [first, second] = [await get(path), await get(path)];
      expect(first.headers.get('cache-control')).toBe('no-cache');
      expect(first.headers.get('etag')).toBeNull();
      const nonce = /<tl-root ngCspNonce="([\w-]{20,})"/.exec(await first.text())?.[1];
      const policy = first.headers.get('content-security-policy');
      expect(policy).toContain(`style-src 'self' 'nonce-${String(nonce)}'`);
      expect(policy).toContain("script-src 'self';");
      expect(policy).not.toContain('unsafe');
      expect(second.headers.get('content-security-policy')).not.toBe(policy);
    },
  );

  it('names the build that a page is of, and another one when there is another', async () => {
    const index = join(root, 'browser', 'index.html');
    const page = await readFile(index, 'utf8');
    const named = async () =>
      /<meta name="client-build" content="([\w-]{16})">/.exec(await (await get('/')).text())?.[1];
    const before = await named();
    expect(before).toBe(await readClientBuild(join(root, 'browser')));
    await writeFile(index, page.replace('</body>', '<!-- built anew --></body>'));
    const after = await named();
    expect(after).toBe(await readClientBuild(join(root, 'browser')));
    expect(after).not.toBe(before);
    await writeFile(index, page);
    expect(await readClientBuild(join(root, 'nowhere'))).toBeNull();
  });

  it.each(['/main-00000000.js', '/assets/missing.css', '/api', '/api/nothing'])(
    'never answers %s with the page',
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(404);
      expect(await response.json()).toHaveProperty('message');
    },
  );

  it.each(['/..%2fsecret.txt', '/%2e%2e/secret.txt', '/..%5csecret.txt', '/a%00.js', '/%ff.js'])(
    'does not leave its directory for %s',
    async (path) => {
      const response = await get(path);
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(await response.text()).not.toContain('not yours');
    },
  );

  it('says what to do when the client was not built', async () => {
    await rm(join(root, 'browser'), { recursive: true });
    const response = await get('/');
    expect(response.status).toBe(503);
    expect(await response.text()).toContain('npm run build');
  });
});
