import { hash } from 'node:crypto';
import { SESSION_COOKIE } from '@svc/contracts';
import type { Exchange } from '../admission/exchange';
import { limitExceeded, LimitHit } from '../limits/limit-hit';
import type { NamedLimit, NamedWindows } from '../limits/named-windows';

/** How many requests of people are passed on to the dashboard in any sixty seconds, by session and by client. */
export interface DashboardLimits {
  readonly perSession: number;
  readonly perClient: number;
}

/** The first cookie of each name counts, as it does for the dashboard, which reads one of the two. */
const COOKIES = [SESSION_COOKIE, `__Secure-${SESSION_COOKIE}`].map(
  (name) => new RegExp(`(?:^|;) *${name}=([^;]*)`),
);

/**
 * The hashes of the sessions' cookies, so that no cookie is kept, here or in the shared store. Whoever
 * sends one under each name is counted under both: the dashboard alone knows which is a session.
 */
function sessionsOf({ request }: Exchange): readonly string[] {
  const { cookie = '' } = request.headers;
  // One with quotes is the same cookie without them.
  const tokens = COOKIES.map((pattern) => pattern.exec(cookie)?.[1]?.replaceAll('"', '') ?? '');
  const given = new Set(tokens.filter((token) => token !== ''));
  return [...given].map((token) => hash('sha256', token, 'base64url'));
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
  { perSession, perClient }: DashboardLimits,
): Promise<void> {
  const { client } = exchange;
  await windows.charge(limitOf(`address ${client}`, perClient, 'client address'));
  for (const session of sessionsOf(exchange)) {
    await windows.charge(limitOf(`session ${session}`, perSession, 'session'));
  }
}
