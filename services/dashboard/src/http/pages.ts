import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { send } from '@koa/send';
import { DomainError } from '@svc/contracts';
import type { Context, Middleware } from 'koa';
import { pagePolicy } from './headers';

const YEAR_MS = 365 * 24 * 3_600_000;
const NONCE_BYTES = 16;
/** Where the page wants the nonce of its styles. */
const PLACEHOLDER = '__CSP_NONCE__';
const FILES = '/dashboard/files/';

/**
 * Answers what the browser's side was built to: its files below /dashboard/files/, named by their
 * content, and for every other address the one page, which knows them all.
 *
 * The folder is `web` beside the program, or where the environment says.
 */
export function pages(folder: string): Middleware {
  const files = join(folder, 'files');

  async function sendFile(ctx: Context): Promise<void> {
    const name = ctx.path.slice(FILES.length);
    ctx.vary('Accept-Encoding');
    ctx.set('Cache-Control', `public, max-age=${YEAR_MS / 1_000}, immutable`);
    if (name !== '' && (await send(ctx, name, { root: files }).catch(unlessNotFound))) return;
    ctx.set('Cache-Control', 'no-store');
    throw new DomainError('not_found', 'There is no such file.');
  }

  let page: Promise<string> | undefined;
  /** Read at its first request and kept; a failed read is tried again at the next one. */
  const readPage = (): Promise<string> =>
    (page ??= readFile(join(folder, 'index.html'), 'utf8').catch((error: unknown) => {
      page = undefined;
      if (Reflect.get(Object(error) as object, 'code') !== 'ENOENT') throw error;
      throw new DomainError('not_found', 'The pages of the dashboard have not been built.');
    }));

  async function sendPage(ctx: Context): Promise<void> {
    const html = await readPage();
    const nonce = randomBytes(NONCE_BYTES).toString('base64');
    ctx.set('Content-Security-Policy', pagePolicy(nonce));
    ctx.type = 'html';
    ctx.body = html.replaceAll(PLACEHOLDER, nonce);
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

/** The library refuses what is missing, outside of the folder or misspelt with a status. */
function unlessNotFound(error: unknown): undefined {
  if (Number(Reflect.get(Object(error) as object, 'status') ?? 500) >= 500) throw error;
}
