import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DomainError } from '@svc/contracts';
import type { Answer } from '../admission/answer';
import type { Visit } from '../admission/visit';
import { DOCS_PAGE, DOCS_SCRIPT } from './docs';

/** The pages that need no key; undefined for any other path. */
export type Pages = (visit: Visit, path: string) => Promise<Answer> | undefined;

/** Everything the documentation shows comes from this very server. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

const answerWith = (type: string, body: string | Buffer): Answer => ({
  status: 200,
  headers: {
    'Content-Type': type,
    'Content-Security-Policy': CONTENT_SECURITY_POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  },
  body,
});

const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
const STYLES = 'text/css; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

/** Health, the OpenAPI document and its reader, which works without the network. */
export function pages(openApiFile: string): Pages {
  const readers: Readonly<Record<string, () => Promise<Answer>>> = {
    '/healthz': async () => answerWith(JSON_TYPE, '{"status":"ok"}'),
    '/openapi.json': async () => answerWith(JSON_TYPE, await readDocument(openApiFile)),
    '/docs': async () => answerWith(HTML, DOCS_PAGE),
    '/docs/start.js': async () => answerWith(SCRIPT, DOCS_SCRIPT),
    '/docs/swagger-ui.css': async () => answerWith(STYLES, await swaggerFile('swagger-ui.css')),
    '/docs/swagger-ui-bundle.js': async () =>
      answerWith(SCRIPT, await swaggerFile('swagger-ui-bundle.js')),
  };
  return (visit, path) => {
    const read = Object.hasOwn(readers, path) ? readers[path] : undefined;
    if (!read) return undefined;
    const { method = '' } = visit.request;
    if (METHODS.has(method)) return read();
    visit.methods = METHODS;
    throw new DomainError('method_not_allowed', `${method} is not supported by ${path}.`);
  };
}

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
