import { CONTEXT_HEADER, SESSION_COOKIE, type RouteFamily } from '@svc/contracts';
import { getTestTrust, type ApiResponse, type ApiClient, type Method } from '@svc/testing';

export interface Where {
  readonly address: string;
  readonly userAgent: string;
  readonly protocol: 'http' | 'https';
  readonly host: string;
  /** An existing session. */
  readonly sessionToken?: string;
}

type Headers = Readonly<Record<string, string>>;

export interface TestBrowser {
  readonly cookies: ReadonlyMap<string, string>;
  get<Body = Json>(path: string, headers?: Headers): Promise<ApiResponse<Body>>;
  /** Sends a change as a page of the dashboard does. */
  change<Body = Json>(method: Method, path: string, body?: unknown): Promise<ApiResponse<Body>>;
  /** Sends exactly these headers and the gateway's. */
  send<Body = Json>(
    method: Method,
    path: string,
    body?: unknown,
    headers?: Headers,
  ): Promise<ApiResponse<Body>>;
  signIn(email: string, password: string, code?: string): Promise<ApiResponse<Json>>;
}

// Tests look at what they expect and no further.
// oxlint-disable-next-line typescript/no-explicit-any -- any answer, compared as a whole
export type Json = any;

const gateway = getTestTrust('gateway');

export const createGatewayToken = (now: Date, reach: RouteFamily = 'internal'): string =>
  gateway.signFor({ reach, companyId: 0, zone: 'UTC', country: '', actor: 'ui', scopes: [] })(
    { audience: 'dashboard' },
    now.getTime(),
  );

export function testBrowser(
  client: ApiClient,
  now: () => Date,
  where: Partial<Where> = {},
): TestBrowser {
  const { address, userAgent, protocol, host, sessionToken }: Where = {
    address: '198.51.100.7',
    userAgent: 'Firefox',
    protocol: 'http',
    host: 'fsm.example:8080',
    ...where,
  };
  const cookies = new Map<string, string>();
  if (sessionToken !== undefined) cookies.set(SESSION_COOKIE, sessionToken);

  function keep(given: string | string[] | undefined): void {
    for (const cookie of [given ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
  }

  async function send<Body>(method: Method, path: string, body?: unknown, headers: Headers = {}) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await client.send<Body>(method, path, body, {
      [CONTEXT_HEADER]: createGatewayToken(now()),
      'x-forwarded-for': address,
      'x-forwarded-proto': protocol,
      'x-forwarded-host': host,
      'user-agent': userAgent,
      ...(cookie && { cookie }),
      ...headers,
    });
    keep(answer.headers['set-cookie']);
    return answer;
  }

  const change: TestBrowser['change'] = (method, path, body) =>
    send(method, `/dashboard/api/${path}`, body, {
      'content-type': 'application/json',
      'origin': `${protocol}://${host}`,
    });

  return {
    cookies,
    get: (path, headers) => send('GET', path, undefined, headers),
    change,
    send,
    signIn: (email, password, code) => change('POST', 'session', { email, password, code }),
  };
}
