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
  type RequestTarget,
} from '@svc/contracts';
import { parseOperations } from '@svc/http';
import { toClientKey, yieldToEventLoop } from '@svc/kernel';
import { sendResponse, type GatewayResponse } from './admission/response';
import { authenticate } from './admission/authenticate';
import { createBrokenHttpHandlers } from './admission/broken-http';
import { checkFraming, MAX_HEADER_BYTES } from './admission/check-framing';
import { createConnections } from './admission/connections';
import { findCollection } from './admission/find-collection';
import { ClientLeft, readBody } from './admission/read-body';
import { refuse, findTier, type RefusalParts } from './admission/refuse';
import type { Tickets } from './admission/tickets';
import {
  requireAllowedAddress,
  requireKeyFeature,
  requireApiPlan,
  requireKeyScope,
} from './admission/require-rights';
import { toFailure, logResponse } from './admission/log-response';
import { createRequestId, PublicRequest, type Exchange } from './admission/exchange';
import { isDashboardPath, type Dashboard } from './dashboard/dashboard';
import { forwardRequest, type AdmittedRequest, type Forwarding } from './forwarding/forward';
import {
  respondOnce,
  readIdempotencyKey,
  hashRequest,
  type Idempotency,
} from './idempotency/respond-once';
import { findClientAddress, type AddressRanges } from './keys/address-ranges';
import { respondWithKey } from './admission/respond-with-key';
import type { ApiKey } from './keys/key';
import type { KeyCache } from './keys/key-cache';
import type { LastUsed } from './keys/last-used';
import type { DailyRequests } from './limits/daily-requests';
import { PolicyChanged, type PolicySnapshot } from './limits/gateway-share';
import type { RequestCost } from './limits/request-limits';
import type { FindPage } from './pages/pages';
import { findRejectedOperations } from './request-log/rejected-operations';
import type { RequestLog } from './request-log/request-log';

export interface GatewayParts extends Forwarding, RefusalParts {
  readonly keys: KeyCache;
  readonly lastUsed: LastUsed;
  readonly dailyRequests: Pick<DailyRequests, 'note'>;
  readonly requestLog: Pick<RequestLog, 'note' | 'noteIgnored'>;
  readonly trustedProxies: AddressRanges;
  readonly idempotency: Idempotency;
  readonly findPage: FindPage;
  readonly dashboard: Pick<Dashboard, 'forward'>;
  readonly tickets: Tickets;
  readonly timeouts?: Partial<typeof TIMEOUTS>;
  readonly maxConnections?: number | undefined;
}

const TIMEOUTS = { headersMs: 10_000, requestMs: 30_000, stallMs: 30_000, keepAliveMs: 65_000 };

/** The public listener: the specification's error table from top to bottom, then the service. */
export function createGateway(parts: GatewayParts): Server {
  const { headersMs, requestMs, stallMs, keepAliveMs } = { ...TIMEOUTS, ...parts.timeouts };
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
  // `checkFraming` counts them: Node.js would silently drop what is beyond its own limit.
  server.maxHeadersCount = 0;
  const connections = createConnections(
    (exchange) => void serveExchange(exchange, parts, { isLast }),
    {
      stallTimeoutMs: stallMs,
      trustedProxies: parts.trustedProxies,
      maxConnections: parts.maxConnections,
    },
  );
  // A stopping server closes idle connections; busy ones end with their last response.
  const isLast = ({ request }: Exchange): boolean =>
    !server.listening && connections.countUnanswered(request.socket) <= 1;
  const broken = createBrokenHttpHandlers(parts, connections);
  const receive = (request: PublicRequest, response: ServerResponse): void =>
    connections.enqueue(createExchange(request, response, parts));
  server.on('connection', (socket) => {
    // Node.js removes its own listener after a CONNECT.
    socket.on('error', () => undefined);
    if (!connections.accept(socket)) broken.rejectConnection(socket);
  });
  server.on('request', receive);
  server.on('checkContinue', receive);
  server.on('checkExpectation', receive);
  server.on('clientError', broken.clientError);
  server.on('connect', broken.connect);
  return server;
}

function createExchange(
  request: PublicRequest,
  response: ServerResponse,
  { trustedProxies }: GatewayParts,
): Exchange {
  const forwardedFor = request.headers['x-forwarded-for'];
  const peer = request.socket.remoteAddress ?? '';
  const address = findClientAddress(peer, forwardedFor?.toString(), trustedProxies);
  return {
    request,
    response,
    id: createRequestId(),
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
    // The body broke off while the request waited, and the error has been sent.
    if (exchange.response.headersSent) throw new ClientLeft();
    checkFraming(exchange.request); // 400, 413, 431
    // After an ignored upgrade, Node.js drops the rest of the read and misreads what follows.
    if (exchange.request.headers.upgrade !== undefined) exchange.response.shouldKeepAlive = false;
    const target = splitTarget(exchange.request.url ?? '');
    if (isDashboardPath(target.path)) {
      await parts.dashboard.forward(exchange, target.path);
      return;
    }
    const response = await (parts.findPage(exchange, target.path) ??
      handleApiRequest(exchange, target, parts));
    await yieldToEventLoop();
    if (isLast(exchange)) exchange.response.shouldKeepAlive = false;
    exchange.ticket?.reserveResponse(response.body.length);
    sendResponse(exchange, response);
    logResponse(exchange, toFailure(response), parts);
    parts.requestLog.noteIgnored(exchange, response);
    for (const operation of findRejectedOperations(exchange, response)) {
      parts.requestLog.note(exchange, operation, operation);
    }
  } catch (error) {
    refuse(exchange, error, parts);
  } finally {
    exchange.body = undefined;
    releaseTicketOnClose(exchange);
  }
}

/** Runs when the request has ended, which may be after its client left. */
function releaseTicketOnClose({ ticket, response, hasLeft }: Exchange): void {
  if (!ticket) return;
  if (hasLeft || response.closed) ticket.release();
  else response.once('close', ticket.release);
}

async function handleApiRequest(
  exchange: Exchange,
  target: RequestTarget,
  parts: GatewayParts,
): Promise<GatewayResponse> {
  const request = await checkAndCharge(exchange, target, parts);
  const at = parts.now();
  parts.lastUsed.note(request.key.id, at);
  parts.dailyRequests.note(request.key.company.id, request.cost, at);
  return readAndForward(exchange, request, parts);
}

async function readBodyWithTicket(
  exchange: Exchange,
  { key, owner }: Pick<AdmittedRequest, 'key' | 'owner'>,
  { tickets }: GatewayParts,
): Promise<Buffer | undefined> {
  if (!exchange.ticket) {
    const waiting = tickets.acquire(exchange, key.company.id, owner); // 408, 500
    if (waiting) await waiting;
  }
  exchange.body ??= await readBody(exchange); // 400, 408, 413
  return exchange.body;
}

async function readAndForward(
  exchange: Exchange,
  request: ChargedRequest,
  parts: GatewayParts,
): Promise<GatewayResponse> {
  const { key, collection, operation } = request;
  const { owner } = collection;
  if (owner === 'gateway') return respondWithKey(exchange, key);
  const body = await readBodyWithTicket(exchange, { key, owner }, parts);
  const idempotencyKey = readIdempotencyKey(exchange, key); // 400
  // A client that repeats its request must find the response of the first.
  const outlivesClient = idempotencyKey !== undefined;
  const admitted = { exchange, key, owner, operation, body, outlivesClient };
  if (!idempotencyKey) return await forwardRequest(admitted, parts);
  const idempotent = { exchange, idempotencyKey, body };
  const hashed = { ...admitted, requestHash: hashRequest(idempotent) };
  return respondOnce(idempotent, () => forwardRequest(hashed, parts), parts.idempotency);
}

interface ChargedRequest extends AuthorizedRequest {
  readonly key: ApiKey;
  readonly cost: RequestCost;
}

/** Repeats the checks if the key has changed meanwhile. */
async function checkAndCharge(
  exchange: Exchange,
  target: RequestTarget,
  parts: GatewayParts,
): Promise<ChargedRequest> {
  for (;;) {
    const policy = parts.limits.policySnapshot();
    const key = await authenticate(exchange, parts); // 401
    exchange.key = key;
    try {
      const authorized = await authorizeOrChargeRejection(exchange, { key, target, policy }, parts);
      const { operation } = authorized;
      // Only a bulk is read before its limits are checked, because it counts as its operations.
      const { owner } = authorized.collection;
      const bulk =
        isBulk(operation) && owner !== 'gateway'
          ? await readBodyWithTicket(exchange, { key, owner }, parts)
          : undefined;
      const cost = bulk ? { tier: operation.tier, requests: countOperations(bulk) } : operation;
      exchange.quota = await parts.limits.charge(key, cost, policy); // 429
      return { key, ...authorized, cost };
    } catch (error) {
      if (!(error instanceof PolicyChanged)) throw error;
    }
  }
}

/** A bulk with a wrong number of operations is rejected later and counts as one. */
function countOperations(bulk: Buffer): number {
  const { length } = parseOperations(bulk);
  return length > 0 && length <= MAX_BULK_OPERATIONS ? length : 1;
}

interface AuthorizedRequest {
  readonly collection: Collection;
  readonly operation: Operation;
}

/** Counts a rejection against its own limit, which may turn it into a 429. */
async function authorizeOrChargeRejection(
  exchange: Exchange,
  { key, target, policy }: { key: ApiKey; target: RequestTarget; policy: PolicySnapshot },
  { limits }: GatewayParts,
): Promise<AuthorizedRequest> {
  try {
    return authorize(exchange, key, target);
  } catch (refusal) {
    exchange.quota = await limits.chargeRejected(key, findTier(exchange), policy);
    throw refusal;
  }
}

function authorize(
  exchange: Exchange,
  key: ApiKey,
  { path, query }: RequestTarget,
): AuthorizedRequest {
  const method = exchange.request.method ?? '';
  requireAllowedAddress(key, exchange.address); // 403 forbidden
  requireApiPlan(key.company); // 403 feature_not_available
  const collection = findCollection(path); // 404
  exchange.methods = collection.methods;
  requireMethod(collection, method); // 405
  const operation = resolveOperation(collection, method, parseQuery(query)); // 400 validation_failed
  exchange.operation = operation;
  requireKeyFeature(key.company, collection); // 403 feature_not_available
  requireKeyScope(key, collection, operation); // 403 insufficient_scope
  return { collection, operation };
}
