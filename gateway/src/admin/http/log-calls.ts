import { KEY_RIGHTS, toRecordId, type Caller } from '@svc/contracts';
import type { Logger } from '@svc/logging';
import type { Context, Middleware } from 'koa';

const LONGEST_PATH = 200;
/** What all addresses of this listener are made of. The other letters of a key are capitals, sooner or later. */
const SHOWN_PATH = /^[a-z\d/._-]*$/;
const KEY_BEGINS = /svc(?:live|test)/;

/** A text in small letters, without the characters that could split a secret. */
const folded = (text: string): string => text.toLowerCase().replaceAll(/[^a-z\d]/g, '');

/** No word of an address is as long as this piece of a secret. */
const PIECE_LENGTH = 12;

/** All pieces of a secret; itself where it is no longer. */
const piecesOf = (secret: string): readonly string[] =>
  Array.from({ length: Math.max(secret.length - PIECE_LENGTH, 0) + 1 }, (_, at) =>
    secret.slice(at, at + PIECE_LENGTH),
  );

/**
 * One line for each call but the reads of webhooks, refused ones too: who called, which operation, and its outcome. Never the
 * token or a key, nor a path in which somebody may have written one, nor a query or a body.
 */
export function logCalls({
  log,
  token,
}: {
  readonly log: Logger;
  readonly token: string;
}): Middleware {
  const pieces = piecesOf(folded(token));
  const mayHoldSecret = (path: string): boolean => {
    const text = folded(path);
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
    // Webhooks asks several times a second, and nothing is changed by it.
    if (path === KEY_RIGHTS && ctx.status === 200) return;
    const isShown = !mayHoldSecret(path);
    log.info(
      {
        request_id: requestId,
        client_address: address,
        actor,
        method: ctx.method,
        route: typeof route === 'string' ? route : 'none',
        path: isShown ? path.slice(0, LONGEST_PATH) : '…',
        company: isShown ? slug : undefined,
        company_id: caller?.companyId,
        service: isShown ? service : undefined,
        api_key_id: isShown && id !== undefined ? toRecordId(id) : undefined,
        status: ctx.status,
        error: errorOf(ctx),
        duration_ms: Math.round(performance.now() - startedMs),
      },
      'admin call',
    );
  };
}

/** The code in the body of a refusal, a service's too. */
function errorOf({ status, body }: Context): string | undefined {
  if (status < 400) return undefined;
  const fields: unknown = Buffer.isBuffer(body) ? parsed(body) : body;
  if (typeof fields !== 'object' || fields === null) return undefined;
  const code: unknown = Reflect.get(fields, 'error');
  return typeof code === 'string' ? code : undefined;
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
