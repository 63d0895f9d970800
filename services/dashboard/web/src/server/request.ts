import { UNATTENDED_HEADER } from '../../../contract/live';
import { TEST_PATH } from '../../../contract/mode';
import { getMode } from '../session/mode';
import { waitForNewSession } from '../session/session-end';
import { isIdle } from './idle';
import { parseError, createUnreachableError } from './request-error';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Pagination {
  readonly page: number;
  readonly per_page: number;
  readonly total: number;
  readonly total_pages: number;
}

export const toAddress = (path: string): string =>
  `${getMode() === 'test' ? TEST_PATH : '/dashboard/api/'}${path}`;

export interface DashboardResponse<T> {
  readonly data: T;
  readonly message?: string;
  readonly pagination?: Pagination;
}

/** Undefined and empty values are omitted. */
export type RequestQuery = Readonly<Record<string, string | number | undefined>>;

/**
 * Calls the dashboard's server; `path` is below `/dashboard/api/`. Rejects with a `RequestError`.
 *
 * If the session has ended, the person signs in again and the call is repeated; `isAboutSession`
 * leaves a 401 to the caller.
 */
export async function request<T>(
  method: Method,
  path: string,
  { body, query = {}, idempotencyKey, version, isAboutSession = false }: RequestOptions = {},
): Promise<DashboardResponse<T>> {
  const address = toAddress(`${path}${toQueryText(query)}`);
  const call = (): Promise<Response> =>
    fetch(address, {
      method,
      headers: {
        Accept: 'application/json',
        ...(method !== 'GET' && JSON_BODY),
        ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
        ...(version !== undefined && { 'If-Match': `"${version}"` }),
        ...(isIdle() && UNATTENDED),
      },
      ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
    }).catch(() => {
      throw createUnreachableError();
    });
  let sentAtMs = performance.now();
  let response = await call();
  while (response.status === 401 && !isAboutSession) {
    await waitForNewSession(method);
    sentAtMs = performance.now();
    response = await call();
  }
  const received: unknown = await response.json().catch(() => undefined);
  if (!response.ok || received === undefined) {
    throw parseError(response.status, received, performance.now() - sentAtMs);
  }
  return received as DashboardResponse<T>;
}

interface RequestOptions {
  readonly body?: unknown;
  readonly query?: RequestQuery;
  /** For API operations (`v1/…`): repeated requests take effect once. */
  readonly idempotencyKey?: string;
  /** For API operations: rejected if the record has another version. */
  readonly version?: number;
  readonly isAboutSession?: boolean;
}

const JSON_BODY = { 'Content-Type': 'application/json' };
const UNATTENDED = { [UNATTENDED_HEADER]: 'true' };

function toQueryText(query: RequestQuery): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  if (given.length === 0) return '';
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}
