import type { Logger } from '@svc/logging';
import type { Context, Middleware } from 'koa';

const LONGEST_PATH = 200;

/**
 * One line for each call, refused ones too: who called, what for, and what became of it. Never the
 * token, a query or a body.
 */
export const logCalls =
  (log: Logger): Middleware =>
  async (ctx, next) => {
    const startedMs = performance.now();
    await next();
    const { slug, service, id } = (ctx.params ?? {}) as Record<string, string | undefined>;
    log.info(
      {
        request_id: ctx.state['requestId'],
        client_address: ctx.state['address'],
        actor: ctx.state['actor'],
        method: ctx.method,
        route: Reflect.get(ctx, '_matchedRoute') ?? 'none',
        path: ctx.url.split('?', 1)[0]?.slice(0, LONGEST_PATH),
        company: slug,
        service,
        api_key_id: id,
        status: ctx.status,
        error: errorOf(ctx),
        duration_ms: Math.round(performance.now() - startedMs),
      },
      'admin call',
    );
  };

/** The code in the body of a refusal, a service's too. */
function errorOf({ status, body }: Context): unknown {
  if (status < 400) return undefined;
  const fields: unknown = Buffer.isBuffer(body) ? parsed(body) : body;
  return typeof fields === 'object' && fields !== null ? Reflect.get(fields, 'error') : undefined;
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
