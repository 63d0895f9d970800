import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DomainError } from '@svc/contracts';
import type { Answer } from '../admission/answer';
import type { Exchange } from '../admission/exchange';
import { DOCS_PAGE, DOCS_SCRIPT } from './docs';

/** The pages that need no key; undefined for any other path. */
export type Pages = (exchange: Exchange, path: string) => Promise<Answer> | undefined;

/** The documentation loads everything from this server. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
const STYLES = 'text/css; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

/** A page, and the `ETag` by which a browser that has it already gets a 304. */
interface Page {
  readonly whole: Answer;
  readonly notModified: Answer;
  readonly tag: string;
}

const SAFE = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

function pageOf(type: string, body: string | Buffer): Page {
  const tag = `"${hash('sha256', body, 'base64url')}"`;
  // A browser may keep a page, and asks each time whether it is still the same.
  const headers = { ...SAFE, 'Cache-Control': 'no-cache', 'ETag': tag };
  return {
    whole: { status: 200, headers: { 'Content-Type': type, ...headers }, body },
    notModified: { status: 304, headers, body: '' },
    tag,
  };
}

/** Reads a page at its first request and keeps it; a failed read is tried again at the next one. */
function once(read: () => Promise<Page>): () => Promise<Page> {
  let page: Promise<Page> | undefined;
  return () => {
    page ??= read().catch((error: unknown) => {
      page = undefined;
      throw error;
    });
    return page;
  };
}

const HEALTH: Answer = {
  status: 200,
  headers: { ...SAFE, 'Content-Type': JSON_TYPE },
  body: '{"status":"ok"}',
};

const DOCS = '/docs';
const TO_DOCS: Answer = { status: 302, headers: { Location: DOCS }, body: '' };
/** Where a browser looks for the documentation; with an API key they are unknown paths like any other. */
const LEADING_TO_DOCS: ReadonlySet<string> = new Set(['/', `${DOCS}/`]);

/** Health, the OpenAPI document and its reader, which works without the network. */
export function pages(openApiFile: string): Pages {
  const swagger = (type: string, name: string) =>
    once(async () => pageOf(type, await swaggerFile(name)));
  const readers: Readonly<Record<string, () => Promise<Page>>> = {
    '/openapi.json': once(async () => pageOf(JSON_TYPE, await readDocument(openApiFile))),
    [DOCS]: once(async () => pageOf(HTML, DOCS_PAGE)),
    '/docs/start.js': once(async () => pageOf(SCRIPT, DOCS_SCRIPT)),
    '/docs/swagger-ui.css': swagger(STYLES, 'swagger-ui.css'),
    '/docs/swagger-ui-bundle.js': swagger(SCRIPT, 'swagger-ui-bundle.js'),
  };
  return (exchange, path) => {
    const { method = '', headers } = exchange.request;
    const isRead = METHODS.has(method);
    if (LEADING_TO_DOCS.has(path)) {
      return isRead && headers['x-api-key'] === undefined ? Promise.resolve(TO_DOCS) : undefined;
    }
    const read = Object.hasOwn(readers, path) ? readers[path] : undefined;
    if (!read && path !== '/healthz') return undefined;
    if (!isRead) {
      exchange.methods = METHODS;
      throw new DomainError('method_not_allowed', `${method} is not supported by ${path}.`);
    }
    if (!read) return Promise.resolve(HEALTH);
    return read().then(({ whole, notModified, tag }) =>
      holds(headers['if-none-match'], tag) ? notModified : whole,
    );
  };
}

/** Whether If-None-Match names this version of the page, also as a weak tag. */
const holds = (given: string | undefined, tag: string): boolean =>
  given === '*' ||
  (given?.split(',').some((each) => each.trim().replace('W/', '') === tag) ?? false);

const swaggerFile = (name: string): Promise<Buffer> =>
  readFile(join(dirname(require.resolve('swagger-ui-dist/package.json')), name));

async function readDocument(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new DomainError('not_found', 'This installation has no OpenAPI document.');
  }
}
