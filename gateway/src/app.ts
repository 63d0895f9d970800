import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { parseQuery, requireMethod, resolve } from '@svc/contracts';
import { send, type Answer } from './admission/answer';
import { authenticate } from './admission/authenticate';
import { brokenHttp } from './admission/broken-http';
import { checkFraming, MAX_HEADER_BYTES } from './admission/check-framing';
import { findCollection, splitTarget } from './admission/find-collection';
import { readBody } from './admission/read-body';
import { refuse, type Refusals } from './admission/refuse';
import { newRequestId } from './admission/request-id';
import {
  requireAllowedAddress,
  requireFeature,
  requirePlan,
  requireScope,
} from './admission/require-rights';
import type { Visit } from './admission/visit';
import { forward, type Forwarding } from './forwarding/forward';
import { clientAddress, type AddressRanges } from './keys/address-ranges';
import type { KeyRing } from './keys/key-ring';
import type { LastUsed } from './keys/last-used';

export interface GatewayParts extends Forwarding, Refusals {
  readonly keys: KeyRing;
  readonly lastUsed: LastUsed;
  readonly trustedProxies: AddressRanges;
  /** Time to send all headers, and the whole request. */
  readonly timeouts?: { readonly headersMs: number; readonly requestMs: number };
}

const TIMEOUTS = { headersMs: 10_000, requestMs: 30_000 };
/** Longer than load balancers keep their idle connections, so that they close first. */
const KEEP_ALIVE_MS = 65_000;

/** The public listener: the specification's error table read from top to bottom, then the service. */
export function createGateway(parts: GatewayParts): Server {
  const broken = brokenHttp(parts);
  const { headersMs, requestMs } = parts.timeouts ?? TIMEOUTS;
  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: Math.min(1_000, headersMs),
    keepAliveTimeout: KEEP_ALIVE_MS,
    requireHostHeader: false,
    noDelay: true,
  });
  // Counted by `checkFraming`: Node.js would drop what is past its own limit in silence.
  server.maxHeadersCount = 0;
  const receive = (request: IncomingMessage, response: ServerResponse): void => {
    const visit = open(request, response, parts);
    broken.busy(visit);
    // Towards its stop the server closes idle connections; the busy ones end with their answer.
    if (!server.listening) response.shouldKeepAlive = false;
    void serveVisit(visit, parts);
  };
  server.on('request', receive);
  server.on('checkContinue', receive);
  server.on('checkExpectation', receive);
  server.on('clientError', broken.clientError);
  server.on('connect', broken.connect);
  return server;
}

function open(
  request: IncomingMessage,
  response: ServerResponse,
  { trustedProxies, now }: GatewayParts,
): Visit {
  const forwardedFor = request.headers['x-forwarded-for'];
  const peer = request.socket.remoteAddress ?? '';
  return {
    request,
    response,
    id: newRequestId(),
    address: clientAddress(peer, forwardedFor?.toString(), trustedProxies),
    startedAtMs: now().getTime(),
  };
}

async function serveVisit(visit: Visit, parts: GatewayParts): Promise<void> {
  try {
    send(visit, await admit(visit, parts));
  } catch (error) {
    refuse(visit, error, parts);
  }
}

async function admit(visit: Visit, parts: GatewayParts): Promise<Answer> {
  const { request } = visit;
  const method = request.method ?? '';
  checkFraming(request); // 400, 413, 431
  const { path, query } = splitTarget(request.url ?? '');
  const key = await authenticate(visit, parts); // 401
  visit.key = key;
  requireAllowedAddress(key, visit.address); // 403 forbidden
  requirePlan(key.company); // 403 feature_not_available
  const collection = findCollection(path); // 404
  visit.collection = collection;
  requireMethod(collection, method); // 405
  const operation = resolve(collection, method, parseQuery(query)); // 400 validation_failed
  visit.operation = operation;
  requireFeature(key.company, collection); // 403 feature_not_available
  requireScope(key, operation); // 403 insufficient_scope
  visit.quota = await parts.limits.charge(key, operation); // 429
  parts.lastUsed.note(key.id, parts.now());
  const body = await readBody(visit); // 400, 408, 413
  return forward({ visit, key, owner: collection.owner, body, outlivesClient: false }, parts);
}
