import type { Caller } from '@svc/contracts';
import type { Logger } from '@svc/logging';
import type { Context, Middleware } from 'koa';
import { PLAIN_PATH } from '../../admission/plain-path';

const LONGEST_PATH = 200;
/** In any other spelling, which is refused, a secret would not be recognised. */
const SHOWN_PATH = new RegExp(`^(?:/|${PLAIN_PATH})$`);
const KEYS = /svc_(live|test)_\w+/g;

/**
 * One line for each call, refused ones too: who called, which operation, and its outcome. Never the
 * token or a key, not even where somebody wrote one into the path, nor a query or a body.
 */
export function logCalls({
  log,
  token,
}: {
  readonly log: Logger;
  readonly token: string;
}): Middleware {
  const shown = (text: string | undefined): string | undefined =>
    text?.replaceAll(token, '…').replaceAll(KEYS, '…');
  const shownPath = (path = ''): string | undefined =>
    SHOWN_PATH.test(path) ? shown(path)?.slice(0, LONGEST_PATH) : '…';
  return async (ctx, next) => {
    const startedMs = performance.now();
    await next();
    const { slug, service, id } = (ctx.params ?? {}) as Record<string, string | undefined>;
    const { requestId, address, actor } = ctx.state as Record<string, string | undefined>;
    const caller = ctx.state['caller'] as Caller | undefined;
    const route: unknown = Reflect.get(ctx, '_matchedRoute');
    log.info(
      {
        request_id: requestId,
        client_address: address,
        actor,
        method: ctx.method,
        route: typeof route === 'string' ? route : 'none',
        path: shownPath(ctx.url.split('?', 1)[0]),
        company: shown(slug),
        company_id: caller?.companyId,
        service,
        api_key_id: id === undefined ? undefined : Number(id),
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
