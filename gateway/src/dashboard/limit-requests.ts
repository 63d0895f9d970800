import { hash } from 'node:crypto';
import { SESSION_COOKIE } from '@svc/contracts';
import type { Exchange } from '../admission/exchange';
import type { NamedLimit, NamedWindows } from '../limits/named-windows';
import { limitExceeded, LimitHit } from '../limits/request-limits';

/** How many requests of people are passed on to the dashboard in any sixty seconds. */
export interface PeoplesLimits {
  readonly ofEachSession: number;
  readonly ofEachAddress: number;
}

const COOKIE = new RegExp(`(?:^|; *)(?:__Secure-)?${SESSION_COOKIE}=([^;]+)`);

/** The hash of the session's cookie, so that no cookie is kept, here or in the shared store. */
function sessionOf({ request }: Exchange): string | undefined {
  const [, cookie] = COOKIE.exec(request.headers.cookie ?? '') ?? [];
  return cookie === undefined ? undefined : hash('sha256', cookie, 'base64url');
}

const limitOf = (name: string, limit: number, of: string): NamedLimit => ({
  name: `dashboard ${name}`,
  limit,
  full: (quota, nowMs) =>
    new LimitHit(
      'dashboard_requests_per_minute',
      limitExceeded(`requests to the dashboard per minute for each ${of}`, quota, nowMs),
      quota,
    ),
});

/** Counts a request against its client address and then against its session, or refuses it (429). */
export async function limitRequests(
  exchange: Exchange,
  windows: NamedWindows,
  { ofEachSession, ofEachAddress }: PeoplesLimits,
): Promise<void> {
  const { address } = exchange;
  await windows.charge(limitOf(`address ${address}`, ofEachAddress, 'client address'));
  const session = sessionOf(exchange);
  if (session === undefined) return;
  await windows.charge(limitOf(`session ${session}`, ofEachSession, 'session'));
}
