import { hash } from 'node:crypto';
import { SESSION_COOKIE } from '@svc/contracts';
import type { Exchange } from '../admission/exchange';
import type { NamedLimit, NamedWindows } from '../limits/named-windows';

export interface DashboardLimits {
  readonly perSession: number;
  readonly perClient: number;
}

const COOKIES = [SESSION_COOKIE, `__Secure-${SESSION_COOKIE}`].map(
  (name) => new RegExp(`(?:^|;) *${name}=([^;]*)`),
);

/** Hashes, so that no cookie is stored; only the dashboard knows which one is a session. */
function hashSessions({ request }: Exchange): readonly string[] {
  const { cookie = '' } = request.headers;
  const tokens = COOKIES.map((pattern) => pattern.exec(cookie)?.[1]?.replaceAll('"', '') ?? '');
  const given = new Set(tokens.filter((token) => token !== ''));
  return [...given].map((token) => hash('sha256', token, 'base64url'));
}

const createLimit = (name: string, limit: number, of: string): NamedLimit => ({
  name: `dashboard ${name}`,
  limit,
  hit: 'dashboard_requests_per_minute',
  text: `requests to the dashboard per minute for each ${of}`,
});

export async function limitRequests(
  exchange: Exchange,
  windows: NamedWindows,
  { perSession, perClient }: DashboardLimits,
): Promise<void> {
  const { client } = exchange;
  await windows.charge(createLimit(`address ${client}`, perClient, 'client address'));
  for (const session of hashSessions(exchange)) {
    await windows.charge(createLimit(`session ${session}`, perSession, 'session'));
  }
}

const CALENDAR_REQUESTS_PER_LINK = 30;
/** Several technicians, or a service that fetches for many. */
const CALENDAR_REQUESTS_PER_CLIENT = 300;

/** The windows hold hashes, because the path is a secret. */
export async function limitCalendarRequests(
  { client }: Exchange,
  path: string,
  windows: NamedWindows,
): Promise<void> {
  const createCalendarLimit = (name: string, limit: number, of: string): NamedLimit => ({
    name: `calendar ${name}`,
    limit,
    hit: 'calendar_requests_per_minute',
    text: `requests for calendars per minute for each ${of}`,
  });
  await windows.charge(
    createCalendarLimit(`address ${client}`, CALENDAR_REQUESTS_PER_CLIENT, 'client address'),
  );
  const link = hash('sha256', path, 'base64url');
  await windows.charge(createCalendarLimit(`link ${link}`, CALENDAR_REQUESTS_PER_LINK, 'link'));
}
