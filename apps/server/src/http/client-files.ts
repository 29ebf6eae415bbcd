import { createHash, randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import type { Context, MiddlewareHandler } from 'hono';
import { getMimeType } from 'hono/utils/mime';

import { buildOf } from './client-build.ts';
import type { HttpEnv } from './http-env.ts';
import { HttpError } from './http-error.ts';
import { pagePolicy } from './security-headers.ts';

type Encoding = 'br' | 'gzip' | 'identity';

interface ClientFile {
  /** Tells a changed file from the one that was read. */
  readonly version: string;
  readonly etag: string;
  readonly type: string;
  readonly bodies: Readonly<Record<Encoding, Uint8Array<ArrayBuffer>>>;
}

const COMPRESSIBLE = /^(text\/|application\/(javascript|json|manifest\+json)|image\/svg)/;
/** Names that the build derives from content: what they hold never changes. */
const HASHED = /-(?=\w{0,7}[A-Z0-9])\w{8}\.\w{1,12}$/;
const YEAR_SECONDS = 365 * 24 * 60 * 60;

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Throughline</title>
<p>The client has not been built yet. Run <code>npm run build</code>, then reload this page.</p></html>`;

/**
 * Serves the built client: compressed once and kept in memory, hashed names cached for ever. An
 * address that is no file is a page of the client; a missing asset or API route is not.
 */
export function clientFiles(dir: string): MiddlewareHandler<HttpEnv> {
  const files = new Map<string, ClientFile>();
  return async (c, next) => {
    const { path } = c.req;
    if (path === '/api' || path.startsWith('/api/')) return next();
    const name = fileName(path);
    if (extname(name) === '' || name === '/index.html') return replyPage(c, dir);
    const file = await load(files, dir, name);
    if (file === undefined)
      throw new HttpError('not-found', `The client has no file ${path}. Reload the page.`);
    return replyFile(c, file, HASHED.test(name));
  };
}

/** The path inside the client's directory. Throws HttpError for one that would leave it. */
function fileName(path: string): string {
  let name: string;
  try {
    name = decodeURIComponent(path);
  } catch (error) {
    throw new HttpError('malformed-request', 'The address is not valid.', { cause: error });
  }
  if (name.includes('\0') || name.split(/[/\\]/).includes('..'))
    throw new HttpError('malformed-request', 'The address is not valid.');
  return normalize(name).replaceAll(sep, '/');
}

/**
 * The page itself, with a nonce that is used once: its policy allows no inline style without it,
 * and the client's framework puts the one it finds on this attribute on the styles it adds. So the
 * page has no ETag: a cached copy would carry an old nonce. It also carries the name of its build, by
 * which it can tell later that the server has another one.
 */
async function replyPage(c: Context<HttpEnv>, dir: string): Promise<Response> {
  const page = await readFile(join(dir, 'index.html'), 'utf8').catch(ifMissing);
  const nonce = randomBytes(16).toString('base64url');
  c.header('Cache-Control', 'no-cache');
  c.header('Content-Security-Policy', pagePolicy(nonce));
  if (page === undefined) return c.html(NOT_BUILT, 503);
  const named = page.replace(
    '</head>',
    `<meta name="client-build" content="${buildOf(page)}"></head>`,
  );
  return c.html(named.replace(/<tl-root(?=[\s>])/, `<tl-root ngCspNonce="${nonce}"`));
}

async function load(
  files: Map<string, ClientFile>,
  dir: string,
  name: string,
): Promise<ClientFile | undefined> {
  const path = join(dir, name);
  const info = await stat(path).catch(ifMissing);
  if (info?.isFile() !== true) return undefined;
  const version = `${info.mtimeMs}:${info.size}`;
  const known = files.get(name);
  if (known?.version === version) return known;
  const bytes = new Uint8Array(await readFile(path));
  const type = getMimeType(name) ?? 'application/octet-stream';
  const file = { version, etag: etagOf(bytes), type, bodies: await encode(bytes, type) };
  files.set(name, file);
  return file;
}

function replyFile(c: Context<HttpEnv>, file: ClientFile, hashed: boolean): Response {
  c.header('ETag', file.etag);
  c.header('Vary', 'Accept-Encoding');
  c.header('Cache-Control', hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
  const known = c.req.header('if-none-match')?.split(',') ?? [];
  if (known.some((etag) => etag.trim() === file.etag)) return c.body(null, 304);
  const encoding = chooseEncoding(c.req.header('accept-encoding') ?? '');
  c.header('Content-Type', file.type);
  const body = file.bodies[encoding];
  if (body !== file.bodies.identity) c.header('Content-Encoding', encoding);
  return c.body(body);
}

/** The best encoding the client names; a weight of zero is a refusal. */
function chooseEncoding(accepted: string): Encoding {
  const names = accepted
    .split(',')
    .map((part) => part.split(';').map((piece) => piece.trim()))
    .filter(([, weight]) => weight === undefined || Number(weight.replace('q=', '')) > 0)
    .map(([name]) => name);
  return (['br', 'gzip'] as const).find((name) => names.includes(name)) ?? 'identity';
}

/** A weak tag: the same for every encoding of the same bytes. */
function etagOf(bytes: Uint8Array): string {
  return `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}

/** Every encoding of a file; where compressing does not pay they are the same bytes. */
async function encode(
  identity: Uint8Array<ArrayBuffer>,
  type: string,
): Promise<ClientFile['bodies']> {
  if (!COMPRESSIBLE.test(type)) return { br: identity, gzip: identity, identity };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(identity, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 9,
        [constants.BROTLI_PARAM_SIZE_HINT]: identity.byteLength,
      },
    }),
    promisify(gzip)(identity, { level: 9 }),
  ]);
  const smaller = (bytes: Uint8Array<ArrayBuffer>) =>
    bytes.byteLength < identity.byteLength ? bytes : identity;
  return { br: smaller(br), gzip: smaller(gz), identity };
}

/** Undefined for a file that is not there; every other failure is one. */
function ifMissing(error: unknown): undefined {
  const missing = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'];
  if (error instanceof Error && 'code' in error && missing.includes(String(error.code)))
    return undefined;
  throw error;
}
