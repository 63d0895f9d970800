import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { DomainError } from '@svc/contracts';
import type { Context, Middleware } from 'koa';
import { createPagePolicy } from './headers';

const YEAR_SECONDS = 365 * 24 * 3_600;
const NONCE_BYTES = 16;
const PLACEHOLDER = '__CSP_NONCE__';
const FILES = '/dashboard/files/';

/** Ordered by size, smallest first. */
const ENDINGS = { br: '.br', gzip: '.gz' } as const;
const ENCODINGS = ['br', 'gzip'] as const;

/** Serves files named by content hash, and one HTML page for every other address. */
export function servePages(folder: string): Middleware {
  let built: Promise<Built> | undefined;
  /** Reads once; a failed read is repeated at the next request. */
  const read = (): Promise<Built> =>
    (built ??= readBuilt(folder).catch((error: unknown) => {
      built = undefined;
      if (Reflect.get(Object(error) as object, 'code') !== 'ENOENT') throw error;
      throw new DomainError('not_found', 'The dashboard pages have not been built.');
    }));

  async function sendFile(ctx: Context): Promise<void> {
    const name = ctx.path.slice(FILES.length);
    const { files } = await read();
    const encoding = ENCODINGS.find(
      (each) => files.has(name + ENDINGS[each]) && ctx.acceptsEncodings(each, 'identity') === each,
    );
    const file = files.get(encoding ? name + ENDINGS[encoding] : name);
    if (!file) throw new DomainError('not_found', 'File not found.');
    ctx.vary('Accept-Encoding');
    ctx.set('Cache-Control', `public, max-age=${YEAR_SECONDS}, immutable`);
    if (encoding) ctx.set('Content-Encoding', encoding);
    ctx.type = extname(name);
    ctx.body = file;
  }

  async function sendPage(ctx: Context): Promise<void> {
    const { page } = await read();
    const nonce = randomBytes(NONCE_BYTES).toString('base64');
    ctx.set('Content-Security-Policy', createPagePolicy(nonce));
    ctx.type = 'html';
    ctx.body = page.replaceAll(PLACEHOLDER, nonce);
  }

  return (ctx) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      throw new DomainError('method_not_allowed', `${ctx.method} is not supported by a page.`);
    }
    const isFile = ctx.path.startsWith(FILES);
    ctx._matchedRoute = isFile ? FILES : '/dashboard';
    return isFile ? sendFile(ctx) : sendPage(ctx);
  };
}

interface Built {
  readonly page: string;
  readonly files: ReadonlyMap<string, Buffer>;
}

async function readBuilt(folder: string): Promise<Built> {
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const files = join(folder, 'files');
  const read = (await readdir(files)).map(
    async (name) => [name, await readFile(join(files, name))] as const,
  );
  return { page, files: new Map(await Promise.all(read)) };
}
