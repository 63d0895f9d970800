import { noteUsed, runFile } from '../test/platform';

/** Status 0 is a timeout or a broken connection. */
export interface ChaosOutcome {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly startedAt: number;
  readonly endedAt: number;
}

interface Request {
  readonly key: string;
  readonly method?: string;
  readonly body?: unknown;
  /** Repeats with the same key have one result. */
  readonly idempotencyKey?: string;
}

const MAX_WAIT_MS = 15_000;
/** A load balancer's pause for a gateway that refuses connections. */
const LEFT_OUT_MS = 1_000;

const NEVER_SENT = new Set(['ECONNREFUSED', 'UND_ERR_CONNECT_TIMEOUT']);
const leftOutUntil = new Map<string, number>();
let turns = 0;

export const listGatewayUrls = (): string[] =>
  (runFile().services['gateway']?.replicas ?? []).map(({ url }) => url);

export const listAdminUrls = (): string[] =>
  (runFile().services['gateway']?.replicas ?? []).map(({ admin }) => String(admin));

/**
 * Tries the gateways in turn like a load balancer: skips one that refused a connection, and repeats a GET
 * without a response once.
 */
export async function callAnyGateway(path: string, request: Request): Promise<ChaosOutcome> {
  const startedAt = Date.now();
  const all = listGatewayUrls();
  let repeats = request.method ? 0 : 1;
  for (let tries = 0; tries < all.length; tries += 1) {
    turns += 1;
    const gateway = all[turns % all.length] ?? '';
    if ((leftOutUntil.get(gateway) ?? 0) > Date.now()) continue;
    try {
      return await callGateway(gateway, path, request, startedAt);
    } catch (error) {
      const { code = '' } = ((error as Error).cause ?? {}) as { readonly code?: string };
      if (NEVER_SENT.has(code)) leftOutUntil.set(gateway, Date.now() + LEFT_OUT_MS);
      else if (repeats > 0) repeats -= 1;
      else break;
    }
  }
  return { status: 0, body: {}, startedAt, endedAt: Date.now() };
}

/** @throws if the gateway does not respond */
export async function callGateway(
  gateway: string,
  path: string,
  { key, method = 'GET', body, idempotencyKey }: Request,
  startedAt = Date.now(),
): Promise<ChaosOutcome> {
  const response = await fetch(`${gateway}/api/v1/${path}`, {
    method,
    headers: {
      'X-API-Key': key,
      ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(MAX_WAIT_MS),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  return { status: response.status, body: answer, startedAt, endedAt: Date.now() };
}

export async function callAdmin(admin: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${admin}${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${runFile().admin_token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(MAX_WAIT_MS),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  const { data } = (await response.json()) as { data: { readonly key?: string } };
  if (data.key) noteUsed({ key: data.key });
  return data;
}
