import { createHash } from 'node:crypto';
import { CONTEXT_HEADER } from '@svc/contracts';
import { eventually, expectWaitingForLocks } from '@svc/testing';
import { createGatewayToken } from './browser';
import { PASSWORD, testService, type TestService } from './service';

const CHANGES_OF_2026 = [
  { from: Date.parse('2026-03-08T07:00:00Z'), offset: -240, name: 'EDT' },
  { from: Date.parse('2026-11-01T06:00:00Z'), offset: -300, name: 'EST' },
];

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const HOUR_MS = 3_600_000;
const SESSION = '/dashboard/api/session';

const tokenIn = (cookies: ReadonlyMap<string, string>) => cookies.get('fsm_session') ?? '';

it('a client that requests 300 password links at once delays nobody', async () => {
  const other = await service.signedIn();
  const busy = service.browser();
  let answered = 0;
  const flood = Array.from({ length: 300 }, async () => {
    await busy.change('POST', 'password/forgotten', { email: 'nobody@acme.example' });
    answered += 1;
  });
  await eventually(() => expect(answered).toBeGreaterThan(0));
  const before = answered;

  expect((await other.get(SESSION)).status).toBe(200);

  // In one common queue it would be last.
  expect(answered - before).toBeLessThan(100);
  await Promise.all(flood);
}, 30_000);

describe('POST session', () => {
  it('signs in, and GET session says who and for which company', async () => {
    const userId = await service.givenUser({
      email: 'olive@acme.example',
      name: 'Olive Owner',
      password: PASSWORD,
    });
    const browser = service.browser();

    const { status, body } = await browser.signIn('Olive@ACME.example', PASSWORD);

    expect(status).toBe(200);
    expect(body).toEqual({ success: true, data: { status: 'signed_in' }, request_id: 'req_1' });
    expect((await browser.get(SESSION)).body).toEqual({
      success: true,
      data: {
        user: {
          user_id: userId,
          name: 'Olive Owner',
          email: 'olive@acme.example',
          role: 'owner',
          two_step: false,
        },
        company: {
          company_id: 1,
          slug: 'company-1',
          name: 'Company 1',
          timezone: 'America/New_York',
          clock: { zone_name: 'Eastern Time', rules: expect.arrayContaining(CHANGES_OF_2026) },
          country: 'US',
          plan: 'enterprise',
          features: ['inventory'],
        },
        unread: 0,
      },
      request_id: 'req_1',
    });
  });

  it('keeps 32 random bytes in a cookie for no script, and their SHA-256 in the database', async () => {
    const { userId, email } = await service.signedIn();

    const { headers } = await service.browser().signIn(email, PASSWORD);

    const [, token = ''] =
      /^fsm_session=([\w-]{43}); path=\/dashboard; expires=[^;]+; samesite=lax; httponly$/.exec(
        [headers['set-cookie']].flat()[0] ?? '',
      ) ?? [];
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const kept = (await service.rows('sessions')).filter(({ user_id }) => user_id === userId);
    expect(kept.map(({ token_hash }) => token_hash)).toContainEqual(
      createHash('sha256').update(token).digest(),
    );
    expect(JSON.stringify(kept)).not.toContain(token);
  });

  it('behind https makes the cookie secure, by its prefix, too', async () => {
    const { email } = await service.signedIn();
    const browser = service.browser({ protocol: 'https', host: 'fsm.example' });

    const { headers } = await browser.signIn(email, PASSWORD);

    expect([headers['set-cookie']].flat()).toEqual([
      expect.stringMatching(/^__Secure-fsm_session=.+; secure; httponly$/),
      expect.stringMatching(/^__Secure-fsm_device=.+; secure; httponly$/),
    ]);
    expect(headers['strict-transport-security']).toMatch(/^max-age=\d{8}/);
    expect((await browser.get(SESSION)).status).toBe(200);
  });

  it.each([
    ['another password', { password: 'nine green bottle' }],
    ['an address that nobody has', { email: 'nobody@acme.example' }],
    ['a user without a password', { email: 'silent@acme.example' }],
  ])('refuses %s in the same words, without a session', async (_what, wrong) => {
    await service.givenUser({ email: 'silent@acme.example' });
    await service.givenUser({ email: 'known@acme.example', password: PASSWORD });
    const browser = service.browser();
    const given = { email: 'known@acme.example', password: PASSWORD, ...wrong };

    const { status, body, headers } = await browser.change('POST', 'session', given);

    expect(status).toBe(401);
    expect(body).toEqual({
      success: false,
      error: 'unauthorized',
      message: 'E-mail or password is wrong.',
      request_id: 'req_1',
    });
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('makes a new session each time, and ends the one that the browser had', async () => {
    const browser = await service.signedIn();
    const before = tokenIn(browser.cookies);

    await browser.signIn(browser.email, PASSWORD);

    expect(tokenIn(browser.cookies)).not.toBe(before);
    expect((await browser.get(SESSION)).status).toBe(200);
    const stale = { cookie: `fsm_session=${before}` };
    expect((await browser.get(SESSION, stale)).status).toBe(401);
  });

  it('does not begin a session with a password that was changed concurrently', async () => {
    const { email, userId } = await service.signedIn();
    const change = service.db.createQueryRunner();
    await change.startTransaction();
    await change.query("update users set password_hash = 'another' where id = $1", [userId]);
    const browser = service.browser();

    const signingIn = browser.signIn(email, PASSWORD);
    await expectWaitingForLocks(service.db, 1);
    await change.commitTransaction();
    await change.release();

    expect((await signingIn).status).toBe(401);
    expect(browser.cookies.size).toBe(0);
  });

  it.each([
    ['email', { email: undefined }],
    ['email', { email: `${'x'.repeat(320)}@acme.example` }],
    ['password', { password: 7 }],
    ['password', { password: 'x'.repeat(1_025) }],
  ])('refuses a wrong %s (%o)', async (field, wrong) => {
    const given = { email: 'known@acme.example', password: PASSWORD, ...wrong };

    const { status, body } = await service.browser().change('POST', 'session', given);

    expect(status).toBe(400);
    expect(body).toMatchObject({ error: 'validation_failed', errors: [{ field }] });
  });
});

describe('a session', () => {
  const isLive = async (browser: { get(path: string): Promise<{ status: number }> }) =>
    (await browser.get(SESSION)).status === 200;

  it('ends 12 hours after its last use', async () => {
    const browser = await service.signedIn();

    service.clock.advance(12 * HOUR_MS - 1);
    expect(await isLive(browser)).toBe(true);
    service.clock.advance(12 * HOUR_MS - 1);
    expect(await isLive(browser)).toBe(true);
    service.clock.advance(12 * HOUR_MS);
    expect(await isLive(browser)).toBe(false);
  });

  it('ends 30 days after the sign-in, however much it is used', async () => {
    const browser = await service.signedIn();

    for (let hours = 0; hours < 30 * 24 - 12; hours += 12) {
      service.clock.advance(12 * HOUR_MS - 1);
      expect(await isLive(browser)).toBe(true);
    }
    service.clock.advance(12 * HOUR_MS - 1);
    expect(await isLive(browser)).toBe(true);
    service.clock.advance(60);
    expect(await isLive(browser)).toBe(false);
  });

  it('ends at sign-out, in this browser alone', async () => {
    const browser = await service.signedIn();
    const other = service.browser();
    await other.signIn(browser.email, PASSWORD);
    const token = tokenIn(browser.cookies);

    const { status, body } = await browser.change('DELETE', 'session');

    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true });
    expect(browser.cookies.size).toBe(0);
    const stale = { cookie: `fsm_session=${token}` };
    expect((await browser.get(SESSION, stale)).status).toBe(401);
    expect(await isLive(other)).toBe(true);
  });

  it.each(['', 'fsm_session=', 'fsm_session=x', `fsm_session=${'A'.repeat(43)}`])(
    'is none with the cookie "%s"',
    async (cookie) => {
      const { status, body } = await service.browser().get(SESSION, { cookie });

      expect(status).toBe(401);
      expect(body).toMatchObject({ error: 'unauthorized' });
    },
  );
});

describe('a forged request', () => {
  const own = { 'content-type': 'application/json', 'origin': 'http://fsm.example:8080' };

  it.each([
    ['neither Origin nor Sec-Fetch-Site', { origin: '' }],
    ['another origin', { origin: 'http://evil.example' }],
    ['another port', { origin: 'http://fsm.example' }],
    ['another protocol', { origin: 'https://fsm.example:8080' }],
    ['the origin null', { origin: 'null' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another origin of the site', { 'origin': '', 'sec-fetch-site': 'same-site' }],
    ['no page at all', { 'origin': '', 'sec-fetch-site': 'none' }],
    ['text', { 'content-type': 'text/plain' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['JSON in disguise', { 'content-type': 'text/plain; application/json' }],
  ])('of %s is refused, and changes nothing', async (_what, wrong) => {
    const browser = await service.signedIn();

    const { status, body } = await browser.send('DELETE', SESSION, undefined, { ...own, ...wrong });

    expect(status).toBe(403);
    expect(body).toMatchObject({ error: 'forbidden' });
    expect((await browser.get(SESSION)).status).toBe(200);
  });

  it('cannot sign a person in', async () => {
    const { email } = await service.signedIn();
    const browser = service.browser();

    const answer = await browser.send(
      'POST',
      SESSION,
      { email, password: PASSWORD },
      { ...own, origin: 'http://evil.example' },
    );

    expect(answer.status).toBe(403);
    expect(browser.cookies.size).toBe(0);
  });

  it.each<Readonly<Record<string, string>>>([
    { 'origin': '', 'sec-fetch-site': 'same-origin' },
    { 'content-type': 'application/json; charset=utf-8' },
  ])('is not what comes with %o', async (headers) => {
    const browser = await service.signedIn();

    expect((await browser.send('DELETE', SESSION, undefined, { ...own, ...headers })).status).toBe(
      200,
    );
  });
});

describe('an address below /dashboard', () => {
  it('rejects requests that the gateway did not sign', async () => {
    const browser = await service.signedIn();

    for (const statement of ['', 'gateway.{}.x']) {
      const { status } = await browser.get(SESSION, { [CONTEXT_HEADER]: statement });
      expect(status).toBe(401);
    }
    for (const caller of [service.api, service.admin, service.internal]) {
      const cookie = `fsm_session=${tokenIn(browser.cookies)}`;
      const { status } = await caller.send('GET', SESSION, undefined, { cookie });
      expect(status).toBe(404);
    }
    const asOperator = { [CONTEXT_HEADER]: createGatewayToken(service.clock.now(), 'admin') };
    expect((await browser.get(SESSION, asOperator)).status).toBe(404);
  });

  it('that does not exist is 404', async () => {
    const { status, body } = await (await service.signedIn()).get('/dashboard/api/nothing');

    expect(status).toBe(404);
    expect(body).toMatchObject({ error: 'not_found' });
  });

  it("is no way to the operator's routes", async () => {
    const headers = { [CONTEXT_HEADER]: createGatewayToken(service.clock.now()) };

    expect((await service.browser().get('/admin/users', headers)).status).toBe(404);
  });

  it('is answered with nothing to keep or to run', async () => {
    const { headers } = await service.browser().get(SESSION);

    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['strict-transport-security']).toBeUndefined();
  });
});
