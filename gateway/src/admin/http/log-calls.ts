import type { Caller } from '@svc/contracts';
import type { Logger } from '@svc/logging';
import type { Context, Middleware } from 'koa';

const LONGEST_PATH = 200;
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
    [token, encodeURIComponent(token), KEYS].reduce<string | undefined>(
      (shownSoFar, secret) => shownSoFar?.replaceAll(secret, '…'),
      text,
    );
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
        path: shown(ctx.url.split('?', 1)[0])?.slice(0, LONGEST_PATH),
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
