import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { COLLECTIONS, DomainError } from '@svc/contracts';
import type { GatewayResponse } from '../admission/response';
import type { Exchange } from '../admission/exchange';
import { createSmallPage, ICON, isPageRequest } from '../admission/small-page';

/** Finds a page that needs no key; undefined for any other path. */
export type FindPage = (exchange: Exchange, path: string) => Promise<GatewayResponse> | undefined;

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

const TEXT = 'text/plain; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

/** A page as sent, plain or compressed, and as a 304 for a browser that has it. */
interface PageVariant {
  readonly whole: GatewayResponse;
  readonly notModified: GatewayResponse;
  readonly tag: string;
}

interface Page {
  readonly plain: PageVariant;
  readonly zipped: PageVariant;
}

const SECURITY_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

const compress = promisify(gzip);

async function createPage(type: string, body: Buffer): Promise<Page> {
  const hashed = hash('sha256', body, 'base64url');
  return {
    plain: createVariant(`"${hashed}"`, { 'Content-Type': type }, body),
    zipped: createVariant(
      `"${hashed}-gzip"`,
      { 'Content-Type': type, 'Content-Encoding': 'gzip' },
      await compress(body),
    ),
  };
}

function createVariant(
  tag: string,
  contentHeaders: Readonly<Record<string, string>>,
  body: Buffer,
): PageVariant {
  // A browser may store a page, and revalidates it each time.
  const headers = {
    ...SECURITY_HEADERS,
    'Cache-Control': 'no-cache',
    'Vary': 'Accept-Encoding',
    'ETag': tag,
  };
  return {
    whole: { status: 200, headers: { ...contentHeaders, ...headers }, body },
    notModified: { status: 304, headers, body: '' },
    tag,
  };
}

/** Reads a page at its first request; a failed read is repeated at the next. */
function readOnce(read: () => Promise<Page>): () => Promise<Page> {
  let page: Promise<Page> | undefined;
  return () => {
    page ??= read().catch((error: unknown) => {
      page = undefined;
      throw error;
    });
    return page;
  };
}

const createFixedPage = (type: string, body: string): GatewayResponse => ({
  status: 200,
  headers: { ...SECURITY_HEADERS, 'Content-Type': type },
  body,
});

const FIXED: Readonly<Record<string, GatewayResponse>> = {
  '/healthz': createFixedPage(JSON_TYPE, '{"status":"ok"}'),
  '/favicon.ico': createFixedPage('image/svg+xml', ICON),
  '/robots.txt': createFixedPage(TEXT, 'User-agent: *\nDisallow: /\n'),
};

const DOCS = '/docs';
const TO_DOCS: GatewayResponse = { status: 302, headers: { Location: DOCS }, body: '' };
const REDIRECTED_TO_DOCS: ReadonlySet<string> = new Set(['/', `${DOCS}/`]);

const HOME = createSmallPage({
  status: 200,
  title: 'Welcome',
  text: '<p>Run your company in the dashboard, or connect an app with the API.</p>',
});
const NOT_FOUND = createSmallPage({
  status: 404,
  title: 'Page not found',
  text: '<p>There is no page at this address.</p>',
});
const API_PATHS: ReadonlySet<string> = new Set(COLLECTIONS.map(({ path }) => path));

const FILES: Readonly<Record<string, { readonly type: string; readonly file: string }>> = {
  [DOCS]: { type: 'text/html; charset=utf-8', file: 'index.html' },
  '/docs/script.js': { type: 'text/javascript; charset=utf-8', file: 'script.js' },
  '/docs/style.css': { type: 'text/css; charset=utf-8', file: 'style.css' },
  '/openapi.3.0.json': { type: JSON_TYPE, file: 'openapi.3.0.json' },
  '/openapi.operations.json': { type: JSON_TYPE, file: 'openapi.operations.json' },
  '/postman.json': { type: JSON_TYPE, file: 'postman.json' },
  '/llms.txt': { type: TEXT, file: 'llms.txt' },
};

export function createFindPage(openApiFile: string): FindPage {
  const folder = join(dirname(openApiFile), 'docs');
  const readers: Readonly<Record<string, () => Promise<Page>>> = {
    '/openapi.json': readOnce(async () => createPage(JSON_TYPE, await readDocument(openApiFile))),
    ...Object.fromEntries(
      Object.entries(FILES).map(([path, { type, file }]) => [
        path,
        readOnce(async () => createPage(type, await readDocument(join(folder, file)))),
      ]),
    ),
  };
  return (exchange, path) => {
    const { method = '', headers } = exchange.request;
    const isRead = METHODS.has(method);
    const isBrowser = isPageRequest(exchange.request) && headers['x-api-key'] === undefined;
    if (isBrowser && path === '/') return Promise.resolve(HOME);
    if (REDIRECTED_TO_DOCS.has(path)) {
      return isRead && headers['x-api-key'] === undefined ? Promise.resolve(TO_DOCS) : undefined;
    }
    const read = Object.hasOwn(readers, path) ? readers[path] : undefined;
    const fixedPage = Object.hasOwn(FIXED, path) ? FIXED[path] : undefined;
    if (!read && !fixedPage) {
      return isBrowser && !API_PATHS.has(path) ? Promise.resolve(NOT_FOUND) : undefined;
    }
    if (!isRead) {
      exchange.methods = METHODS;
      throw new DomainError('method_not_allowed', `${method} is not supported by ${path}.`);
    }
    if (fixedPage) return Promise.resolve(fixedPage);
    return read?.().then(({ plain, zipped }) => {
      const variant = acceptsGzip(headers['accept-encoding']) ? zipped : plain;
      return matchesTag(headers['if-none-match'], variant.tag)
        ? variant.notModified
        : variant.whole;
    });
  };
}

const matchesTag = (given: string | undefined, tag: string): boolean =>
  given === '*' ||
  (given?.split(',').some((each) => each.trim().replace('W/', '') === tag) ?? false);

const acceptsGzip = (given: string | string[] | undefined): boolean =>
  String(given ?? '')
    .split(',')
    .some((each) => {
      const [coding, weight = 'q=1'] = each.split(';').map((part) => part.trim().toLowerCase());
      return coding === 'gzip' && !/^q=0(\.0*)?$/.test(weight);
    });

async function readDocument(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new DomainError('not_found', 'This installation has no API document.');
  }
}
