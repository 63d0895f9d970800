import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { DomainError } from '@svc/contracts';
import type { Answer } from '../admission/answer';
import type { Exchange } from '../admission/exchange';

/** The pages that need no key; undefined for any other path. */
export type Pages = (exchange: Exchange, path: string) => Promise<Answer> | undefined;

/** The documentation loads everything from this server. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
const STYLES = 'text/css; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

/** One form of a page, and the `ETag` by which a browser that has it already gets a 304. */
interface Form {
  readonly whole: Answer;
  readonly notModified: Answer;
  readonly tag: string;
}

interface Page {
  readonly plain: Form;
  readonly zipped: Form;
}

const SAFE = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

const zip = promisify(gzip);

/** The page is compressed once, to less than a tenth. */
async function pageOf(type: string, body: Buffer): Promise<Page> {
  const hashed = hash('sha256', body, 'base64url');
  return {
    plain: formOf(`"${hashed}"`, { 'Content-Type': type }, body),
    zipped: formOf(
      `"${hashed}-gzip"`,
      { 'Content-Type': type, 'Content-Encoding': 'gzip' },
      await zip(body),
    ),
  };
}

function formOf(tag: string, about: Readonly<Record<string, string>>, body: Buffer): Form {
  // A browser may keep a page, and asks each time whether it is still the same.
  const headers = { ...SAFE, 'Cache-Control': 'no-cache', 'Vary': 'Accept-Encoding', 'ETag': tag };
  return {
    whole: { status: 200, headers: { ...about, ...headers }, body },
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

const fixed = (type: string, body: string): Answer => ({
  status: 200,
  headers: { ...SAFE, 'Content-Type': type },
  body,
});

/** Browsers and crawlers ask for the latter two by themselves. */
const FIXED: Readonly<Record<string, Answer>> = {
  '/healthz': fixed(JSON_TYPE, '{"status":"ok"}'),
  '/favicon.ico': fixed(
    'image/svg+xml',
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1c7a68"/><path d="M9 17.5l5 5L23.5 11" fill="none" stroke="#fff" stroke-width="3.5"/></svg>',
  ),
  '/robots.txt': fixed(TEXT, 'User-agent: *\nDisallow: /\n'),
};

const DOCS = '/docs';
const TO_DOCS: Answer = { status: 302, headers: { Location: DOCS }, body: '' };
/** Where a browser looks for the documentation; with an API key they are unknown paths like any other. */
const LEADING_TO_DOCS: ReadonlySet<string> = new Set(['/', `${DOCS}/`]);

/** The files of the documentation by their addresses, in the folder that `tools/openapi` fills. */
const FILES: Readonly<Record<string, { readonly type: string; readonly file: string }>> = {
  [DOCS]: { type: HTML, file: 'index.html' },
  '/docs/script.js': { type: SCRIPT, file: 'script.js' },
  '/docs/style.css': { type: STYLES, file: 'style.css' },
  '/openapi.3.0.json': { type: JSON_TYPE, file: 'openapi.3.0.json' },
  '/openapi.operations.json': { type: JSON_TYPE, file: 'openapi.operations.json' },
  '/postman.json': { type: JSON_TYPE, file: 'postman.json' },
  '/llms.txt': { type: TEXT, file: 'llms.txt' },
};

/** Health, what browsers and crawlers ask for, the OpenAPI document and, beside it in the folder `docs`, what is made of it for readers. */
export function pages(openApiFile: string): Pages {
  const folder = join(dirname(openApiFile), 'docs');
  const readers: Readonly<Record<string, () => Promise<Page>>> = {
    '/openapi.json': once(async () => pageOf(JSON_TYPE, await readDocument(openApiFile))),
    ...Object.fromEntries(
      Object.entries(FILES).map(([path, { type, file }]) => [
        path,
        once(async () => pageOf(type, await readDocument(join(folder, file)))),
      ]),
    ),
  };
  return (exchange, path) => {
    const { method = '', headers } = exchange.request;
    const isRead = METHODS.has(method);
    if (LEADING_TO_DOCS.has(path)) {
      return isRead && headers['x-api-key'] === undefined ? Promise.resolve(TO_DOCS) : undefined;
    }
    const read = Object.hasOwn(readers, path) ? readers[path] : undefined;
    const answer = Object.hasOwn(FIXED, path) ? FIXED[path] : undefined;
    if (!read && !answer) return undefined;
    if (!isRead) {
      exchange.methods = METHODS;
      throw new DomainError('method_not_allowed', `${method} is not supported by ${path}.`);
    }
    if (answer) return Promise.resolve(answer);
    return read?.().then(({ plain, zipped }) => {
      const form = takesGzip(headers['accept-encoding']) ? zipped : plain;
      return holds(headers['if-none-match'], form.tag) ? form.notModified : form.whole;
    });
  };
}

/** Whether If-None-Match names this version of the page, also as a weak tag. */
const holds = (given: string | undefined, tag: string): boolean =>
  given === '*' ||
  (given?.split(',').some((each) => each.trim().replace('W/', '') === tag) ?? false);

/** Whether a client says that it takes gzip, other than with `q=0`. */
const takesGzip = (given: string | string[] | undefined): boolean =>
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
