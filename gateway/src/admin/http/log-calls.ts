import { KEY_RIGHTS, toRecordId, type Caller } from '@svc/contracts';
import type { Logger } from '@svc/logging';
import type { Context, Middleware } from 'koa';

const MAX_PATH_LENGTH = 200;
/** Addresses of this listener have no capitals; keys nearly always do. */
const SHOWN_PATH = /^[a-z\d/._-]*$/;
const KEY_BEGINS = /svc(?:live|test)/;

/** Removes what could split a secret: pieces of it are looked for. */
const fold = (text: string): string => text.toLowerCase().replaceAll(/[^a-z\d]/g, '');

const PIECE_LENGTH = 12;

const splitIntoPieces = (secret: string): readonly string[] =>
  Array.from({ length: Math.max(secret.length - PIECE_LENGTH, 0) + 1 }, (_, at) =>
    secret.slice(at, at + PIECE_LENGTH),
  );

/** Logs one line per call, without tokens, queries, bodies, or paths that may hold a key. */
export function logCalls({
  log,
  token,
}: {
  readonly log: Logger;
  readonly token: string;
}): Middleware {
  const pieces = splitIntoPieces(fold(token));
  const mayHoldSecret = (path: string): boolean => {
    const text = fold(path);
    return (
      !SHOWN_PATH.test(path) ||
      KEY_BEGINS.test(text) ||
      pieces.some((piece) => text.includes(piece))
    );
  };
  return async (ctx, next) => {
    const startedMs = performance.now();
    await next();
    const { slug, service, id } = (ctx.params ?? {}) as Record<string, string | undefined>;
    const { requestId, address, actor } = ctx.state as Record<string, string | undefined>;
    const caller = ctx.state['caller'] as Caller | undefined;
    const route: unknown = Reflect.get(ctx, '_matchedRoute');
    const [path = ''] = ctx.url.split('?', 1);
    if (path === KEY_RIGHTS && ctx.status === 200) return;
    const isShown = !mayHoldSecret(path);
    log.info(
      {
        request_id: requestId,
        client_address: address,
        actor,
        method: ctx.method,
        route: typeof route === 'string' ? route : 'none',
        path: isShown ? path.slice(0, MAX_PATH_LENGTH) : '…',
        company: isShown ? slug : undefined,
        company_id: caller?.companyId,
        service: isShown ? service : undefined,
        api_key_id: isShown && id !== undefined ? toRecordId(id) : undefined,
        status: ctx.status,
        error: findErrorCode(ctx),
        duration_ms: Math.round(performance.now() - startedMs),
      },
      'admin call',
    );
  };
}

function findErrorCode({ status, body }: Context): string | undefined {
  if (status < 400) return undefined;
  const fields: unknown = Buffer.isBuffer(body) ? tryParse(body) : body;
  if (typeof fields !== 'object' || fields === null) return undefined;
  const code: unknown = Reflect.get(fields, 'error');
  return typeof code === 'string' ? code : undefined;
}

function tryParse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
