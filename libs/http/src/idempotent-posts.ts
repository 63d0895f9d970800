import { createHash } from 'node:crypto';
import {
  BULK_HEADER,
  DomainError,
  isBulk,
  INTERNAL_IDEMPOTENCY_KEY_HEADER,
  resolveOperation,
} from '@svc/contracts';
import type { Context } from 'koa';
import type { BulksSettings } from './bulks';
import { requireAdmitted, type CallState } from './identify-caller';
import { parseJson, readUncompressedBytes } from './read-json';
import type { Reply } from './replies';
import {
  parseRequestQuery,
  sendReply,
  type OperationRequest,
  type CheckedOperation,
  type Routes,
} from './serve';
import { announceIgnored, readPreference } from './unknown-input';

interface DoneReply extends Reply {
  readonly requestHash: string;
}

/**
 * Runs a POST with an internal idempotency key once and repeats its stored reply, as long as bulk
 * operations are remembered. Mount it before the collection's routes.
 *
 * @throws idempotency_key_reused for the key of another request
 */
export function createIdempotentPostRoutes<UseCases>({
  contract,
  useCases,
  createRoutes,
  runOnce,
}: Pick<BulksSettings<UseCases>, 'contract' | 'useCases' | 'createRoutes' | 'runOnce'>): Routes {
  const routes = createRoutes(useCases);

  async function checkAndPrepare(request: OperationRequest): Promise<CheckedOperation> {
    const call = routes.check(request);
    await routes.prepare(call);
    return call;
  }

  async function respondOnce(ctx: Context, key: string): Promise<void> {
    const { caller, at, issuer } = ctx.state as CallState;
    const query = parseRequestQuery(ctx);
    const operation = resolveOperation(contract, ctx.method, query);
    ctx.state.operation = operation.name;
    ctx._matchedRoute = contract.path;
    requireAdmitted(ctx, operation);
    if (isBulk(operation))
      throw new DomainError(
        'bad_request',
        `Send bulks with ${BULK_HEADER}, not ${INTERNAL_IDEMPOTENCY_KEY_HEADER}.`,
      );
    const bytes = await readUncompressedBytes(ctx.req);
    const body = () => parseJson(bytes);
    const requestHash = createHash('sha256')
      .update(`${ctx.url}\n`)
      .update(bytes)
      .digest('base64url');
    const unknown = readPreference(ctx);
    const hasBody = bytes.length > 0;
    const sender = issuer === 'gateway' ? 'call' : `person ${caller.personId}`;
    const prepared = checkAndPrepare({ operation, at, query, hasBody, body, caller, unknown });
    // A failure counts only if the request was not done before.
    await prepared.catch(() => undefined);
    const { requestHash: originalHash, ...reply } = await runOnce<DoneReply>(
      // Names of the gateway's bulks hold no space, so the two cannot collide.
      { companyId: caller.companyId, bulk: `${sender} ${key}`, place: 0 },
      async (on) => ({ ...(await createRoutes(on).perform(await prepared)), requestHash }),
    );
    if (originalHash !== requestHash) {
      throw new DomainError('idempotency_key_reused', 'The key was used for a different request.');
    }
    announceIgnored(ctx, unknown);
    sendReply(ctx, reply);
  }

  return {
    routes: () => (ctx, next) => {
      const key = ctx.get(INTERNAL_IDEMPOTENCY_KEY_HEADER);
      if (key === '' || ctx.method !== 'POST' || ctx.path !== contract.path) return next();
      return respondOnce(ctx, key);
    },
  };
}
