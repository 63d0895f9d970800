import { createServer, type Server, type ServerResponse } from 'node:http';
import {
  MAX_BULK_OPERATIONS,
  isBulk,
  parseQuery,
  requireMethod,
  resolveOperation,
  splitTarget,
  type Collection,
  type Operation,
  type Target,
} from '@svc/contracts';
import { parseOperations } from '@svc/http';
import { toClientKey, yieldToEventLoop } from '@svc/kernel';
import { send, type Answer } from './admission/answer';
import { authenticate } from './admission/authenticate';
import { brokenHttp } from './admission/broken-http';
import { checkFraming, MAX_HEADER_BYTES } from './admission/check-framing';
import { connections } from './admission/connections';
import { findCollection } from './admission/find-collection';
import { ClientLeft, readBody } from './admission/read-body';
import { refuse, tierOf, type Refusals } from './admission/refuse';
import { newRequestId } from './admission/request-id';
import type { Tickets } from './admission/tickets';
import {
  requireAllowedAddress,
  requireFeature,
  requirePlan,
  requireScope,
} from './admission/require-rights';
import { failureOf, logAnswer } from './admission/log-answer';
import { PublicRequest, type Exchange } from './admission/exchange';
import { isOfDashboard, type Dashboard } from './dashboard/dashboard';
import { forward, type Forwarding } from './forwarding/forward';
import {
  answerOnce,
  idempotencyName,
  requestName,
  type Idempotency,
} from './idempotency/answer-once';
import { clientAddress, type AddressRanges } from './keys/address-ranges';
import type { ApiKey } from './keys/key';
import type { KeyCache } from './keys/key-cache';
import type { LastUsed } from './keys/last-used';
import type { DailyRequests } from './limits/daily-requests';
import { PolicyChanged, type Cost, type PolicyVersion } from './limits/request-limits';
import type { Pages } from './pages/pages';
import { refusedOperations } from './request-log/refused-operations';
import type { RequestLog } from './request-log/request-log';

export interface GatewayParts extends Forwarding, Refusals {
  readonly keys: KeyCache;
  readonly lastUsed: LastUsed;
  readonly requests: Pick<DailyRequests, 'note'>;
  readonly requestLog: Pick<RequestLog, 'note'>;
  readonly trustedProxies: AddressRanges;
  readonly idempotency: Idempotency;
  readonly pages: Pages;
  readonly dashboard: Pick<Dashboard, 'pass'>;
  readonly tickets: Tickets;
  readonly timeouts?: Partial<typeof TIMEOUTS>;
  readonly mostConnections?: number | undefined;
}

/** Time to send all headers, to send the whole request, to take something of an answer, and to stay idle. */
const TIMEOUTS = { headersMs: 10_000, requestMs: 30_000, takeMs: 30_000, keepAliveMs: 65_000 };

/** The public listener: the specification's error table read from top to bottom, then the service. */
export function createGateway(parts: GatewayParts): Server {
  const { headersMs, requestMs, takeMs, keepAliveMs } = { ...TIMEOUTS, ...parts.timeouts };
  const server = createServer({
    IncomingMessage: PublicRequest,
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: Math.min(1_000, headersMs),
    keepAliveTimeout: keepAliveMs,
    requireHostHeader: false,
    noDelay: true,
  });
  // Counted by `checkFraming`: Node.js would drop what is past its own limit in silence.
  server.maxHeadersCount = 0;
  const { opened, take, ...known } = connections(
    (exchange) => void serveExchange(exchange, parts, { isLast }),
    { takeWithinMs: takeMs, trustedProxies: parts.trustedProxies, most: parts.mostConnections },
  );
  // When the server stops, it closes idle connections; busy ones end with their last answer.
  const isLast = ({ request }: Exchange): boolean =>
    !server.listening && known.unansweredOf(request.socket) <= 1;
  const broken = brokenHttp(parts, known);
  const receive = (request: PublicRequest, response: ServerResponse): void =>
    take(open(request, response, parts));
  server.on('connection', (socket) => {
    // Node.js takes its own listener away after a CONNECT.
    socket.on('error', () => undefined);
    if (!opened(socket)) broken.refuseConnection(socket);
  });
  server.on('request', receive);
  server.on('checkContinue', receive);
  server.on('checkExpectation', receive);
  server.on('clientError', broken.clientError);
  server.on('connect', broken.connect);
  return server;
}

function open(
  request: PublicRequest,
  response: ServerResponse,
  { trustedProxies }: GatewayParts,
): Exchange {
  const forwardedFor = request.headers['x-forwarded-for'];
  const peer = request.socket.remoteAddress ?? '';
  const address = clientAddress(peer, forwardedFor?.toString(), trustedProxies);
  return {
    request,
    response,
    id: newRequestId(),
    address,
    client: toClientKey(address),
    startedAt: process.hrtime.bigint(),
    hasLeft: false,
  };
}

async function serveExchange(
  exchange: Exchange,
  parts: GatewayParts,
  { isLast }: { readonly isLast: (exchange: Exchange) => boolean },
): Promise<void> {
  try {
    // Its body broke off while it waited for its turn; that has been answered already.
    if (exchange.response.headersSent) throw new ClientLeft();
    checkFraming(exchange.request); // 400, 413, 431
    // Behind an upgrade that is ignored, Node.js drops what the same read brought, and would take the rest for requests.
    if (exchange.request.headers.upgrade !== undefined) exchange.response.shouldKeepAlive = false;
    const target = splitTarget(exchange.request.url ?? '');
    if (isOfDashboard(target.path)) {
      await parts.dashboard.pass(exchange, target.path);
      return;
    }
    const answer = await (parts.pages(exchange, target.path) ?? admit(exchange, target, parts));
    // Answers are written together, too: `BufferedBody` says why.
    await yieldToEventLoop();
    if (isLast(exchange)) exchange.response.shouldKeepAlive = false;
    exchange.ticket?.weighResponse(answer.body.length);
    send(exchange, answer);
    logAnswer(exchange, failureOf(answer), parts);
    for (const operation of refusedOperations(exchange, answer)) {
      parts.requestLog.note(exchange, operation, operation);
    }
  } catch (error) {
    refuse(exchange, error, parts);
  } finally {
    // The answer may be unread for long.
    exchange.body = undefined;
    releaseOnceTaken(exchange);
  }
}

/** A request that outlives its client keeps its ticket until it has ended. */
function releaseOnceTaken({ ticket, response, hasLeft }: Exchange): void {
  if (!ticket) return;
  if (hasLeft || response.closed) ticket.release();
  else response.once('close', ticket.release);
}

/** The checks in the order of the specification: each sees only requests that passed all before it. */
async function admit(exchange: Exchange, target: Target, parts: GatewayParts): Promise<Answer> {
  const request = await charged(exchange, target, parts);
  const at = parts.now();
  parts.lastUsed.note(request.key.id, at);
  parts.requests.note(request.key.company.id, request.cost, at);
  return carriedOut(exchange, request, parts);
}

/** The body of a write, read once the company has a ticket for it; undefined for a read. */
async function bodyOf(
  exchange: Exchange,
  { key, collection }: Permitted & { readonly key: ApiKey },
  { tickets }: GatewayParts,
): Promise<Buffer | undefined> {
  if (!exchange.ticket) {
    const waiting = tickets.acquire(exchange, key.company.id, collection.owner); // 408, 500
    if (waiting) await waiting;
  }
  exchange.body ??= await readBody(exchange); // 400, 408, 413
  return exchange.body;
}

/** The service's answer, which repetitions of the request with its Idempotency-Key get as well. */
async function carriedOut(
  exchange: Exchange,
  request: Charged,
  parts: GatewayParts,
): Promise<Answer> {
  const { key, collection, operation } = request;
  const body = await bodyOf(exchange, request, parts);
  const name = idempotencyName(exchange, key); // 400
  // A client that left and repeats its request has to find the answer of the first one.
  const outlivesClient = name !== undefined;
  const admitted = { exchange, key, owner: collection.owner, operation, body, outlivesClient };
  if (!name) return await forward(admitted, parts);
  const attempt = { exchange, name, body };
  const named = { ...admitted, name: requestName(attempt) };
  return answerOnce(attempt, () => forward(named, parts), parts.idempotency);
}

interface Charged extends Permitted {
  readonly key: ApiKey;
  /** What it was counted as. */
  readonly cost: Cost;
}

/** A request that has passed all checks and is counted; checked again when its key has changed meanwhile. */
async function charged(exchange: Exchange, target: Target, parts: GatewayParts): Promise<Charged> {
  for (;;) {
    const policy = parts.limits.policyVersion();
    const key = await authenticate(exchange, parts); // 401
    exchange.key = key;
    try {
      const permitted = await permittedOrCounted(exchange, { key, target, policy }, parts);
      const { operation } = permitted;
      // A bulk alone is read before its limits are checked, because it counts as its operations.
      const bulk = isBulk(operation)
        ? await bodyOf(exchange, { key, ...permitted }, parts)
        : undefined;
      const cost = bulk ? { tier: operation.tier, requests: requestsIn(bulk) } : operation;
      exchange.quota = await parts.limits.charge(key, cost, policy); // 429
      return { key, ...permitted, cost };
    } catch (error) {
      if (!(error instanceof PolicyChanged)) throw error;
    }
  }
}

/** How many requests a bulk counts as: one, where it is refused for the number of its operations. */
function requestsIn(bulk: Buffer): number {
  const { length } = parseOperations(bulk);
  return length > 0 && length <= MAX_BULK_OPERATIONS ? length : 1;
}

interface Permitted {
  readonly collection: Collection;
  readonly operation: Operation;
}

interface Asked {
  readonly key: ApiKey;
  readonly target: Target;
  readonly policy: PolicyVersion;
}

/** What a key asks for; a refusal counts against a limit of its own, which may turn it into a 429. */
function permittedOrCounted(
  exchange: Exchange,
  { key, target, policy }: Asked,
  { limits }: GatewayParts,
): Permitted | Promise<never> {
  try {
    return permit(exchange, key, target);
  } catch (refusal) {
    return counted(refusal);
  }

  async function counted(refusal: unknown): Promise<never> {
    exchange.quota = await limits.chargeRefused(key, tierOf(exchange), policy);
    throw refusal;
  }
}

function permit(exchange: Exchange, key: ApiKey, { path, query }: Target): Permitted {
  const method = exchange.request.method ?? '';
  requireAllowedAddress(key, exchange.address); // 403 forbidden
  requirePlan(key.company); // 403 feature_not_available
  const collection = findCollection(path); // 404
  exchange.methods = collection.methods;
  requireMethod(collection, method); // 405
  const operation = resolveOperation(collection, method, parseQuery(query)); // 400 validation_failed
  exchange.operation = operation;
  requireFeature(key.company, collection); // 403 feature_not_available
  requireScope(key, collection, operation); // 403 insufficient_scope
  return { collection, operation };
}
