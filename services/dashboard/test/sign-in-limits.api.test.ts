import { PASSWORD, testService, type TestService } from './service';
import type { TestBrowser } from './browser';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
beforeEach(() => service.clock.advance(15 * 60_000));
afterAll(() => service.close());

const newUser = async (): Promise<string> => {
  const { email } = await service.signedIn();
  return email;
};

const fail = async (browser: TestBrowser, email: string): Promise<number> =>
  (await browser.signIn(email, 'nine green bottle')).status;

const times = (count: number): undefined[] => Array.from({ length: count });

/** Each failure comes from another address. */
const failures = (count: number, email: string): Promise<number[]> =>
  Promise.all(times(count).map(() => fail(service.browser(), email)));

describe('ten failures for an address', () => {
  it('close it for 15 minutes, to the right password as well, and no other', async () => {
    const email = await newUser();
    const other = await newUser();
    service.clock.set('2026-04-01T12:00:00Z');
    await fail(service.browser(), email);
    service.clock.advance(5 * 60_000);
    expect(await failures(9, email)).toEqual(times(9).map(() => 401));

    const { status, body } = await service.browser().signIn(email.toUpperCase(), PASSWORD);

    expect(status).toBe(429);
    expect(body).toEqual({
      success: false,
      error: 'rate_limit_exceeded',
      message: 'Too many attempts. Try again in 10 minutes.',
      request_id: 'req_1',
    });
    expect((await service.browser().signIn(other, PASSWORD)).status).toBe(200);
    service.clock.advance(10 * 60_000 - 1);
    expect((await service.browser().signIn(email, PASSWORD)).body.message).toBe(
      'Too many attempts. Try again in 1 minutes.',
    );
    service.clock.advance(1);
    expect((await service.browser().signIn(email, PASSWORD)).status).toBe(200);
  }, 60_000);

  it('are ten, however many are tried at once at two replicas', async () => {
    const email = await newUser();

    const statuses = await Promise.all(
      times(24).map((_, index) => {
        const browser = index % 2 === 0 ? service.browser() : service.browserOfReplica();
        return fail(browser, email);
      }),
    );

    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(14);
  }, 60_000);

  it('count for unknown addresses, too', async () => {
    const email = 'nobody@acme.example';

    for (let count = 0; count < 5; count += 1) {
      expect(await failures(2, email)).toEqual([401, 401]);
    }
    expect(await fail(service.browser(), email)).toBe(429);
  }, 60_000);

  it('are not those that were right', async () => {
    const email = await newUser();

    const answers = await Promise.all(
      times(12).map(() => service.browser().signIn(email, PASSWORD)),
    );

    expect(answers.map(({ status }) => status)).toEqual(times(12).map(() => 200));
    expect(
      await service.db.query('select from attempts where made_at >= $1', [service.clock.now()]),
    ).toEqual([]);
  }, 60_000);

  it('keep no address, but what cannot be read', async () => {
    const email = await newUser();
    await fail(service.browser(), email);

    const rows: { subject: Buffer }[] = await service.db.query('select subject from attempts');

    expect(rows.length).toBeGreaterThan(1);
    expect(rows.every(({ subject }) => subject.length === 32)).toBe(true);
  });
});

it('50 failures from a client close it for all addresses, and no other client', async () => {
  const address = '203.0.113.50';
  const emails = await Promise.all(times(6).map(newUser));
  const statuses = await Promise.all(
    times(55).map((_, index) =>
      fail(service.browser({ address }), emails[index % emails.length] ?? ''),
    ),
  );

  expect(statuses.filter((status) => status === 401)).toHaveLength(50);
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  const right = await newUser();
  expect((await service.browser({ address }).signIn(right, PASSWORD)).status).toBe(429);
  expect((await service.browser().signIn(right, PASSWORD)).status).toBe(200);
}, 120_000);

it('a dozen clients that sign in without end leave room for others', async () => {
  const [email, other] = [await newUser(), await newUser()];
  const floods = times(12).flatMap((_, client) => {
    const busy = service.browser({ address: `203.0.113.${100 + client}` });
    return times(20).map(async () => (await busy.signIn(email, PASSWORD)).status);
  });

  expect((await service.browser().signIn(other, PASSWORD)).status).toBe(200);

  expect(new Set(await Promise.all(floods))).toEqual(new Set([200, 429]));
}, 60_000);

it('1,000 sign-ins of a person within 15 minutes are the most', async () => {
  const { userId, email } = await service.signedIn();
  const signIn = async () => (await service.browser().signIn(email, PASSWORD)).status;
  expect(await signIn()).toBe(200);
  await service.db.query(
    `insert into activities (company_id, user_id, who, kind, what, created_at)
     select company_id, user_id, who, kind, what, created_at
     from activities, generate_series(1, 998) n where user_id = $1 and kind = 'sign_in'`,
    [userId],
  );

  expect([await signIn(), await signIn()]).toEqual([200, 429]);

  expect((await service.browser().signIn(await newUser(), PASSWORD)).status).toBe(200);
  service.clock.advance(15 * 60_000);
  expect(await signIn()).toBe(200);
});

it('a person has 100 sessions at most, of which the longest unused ends', async () => {
  const { userId, email } = await service.signedIn();
  const idsOfSessions = async () =>
    (await service.rows('sessions')).filter((row) => row['user_id'] === userId).map(({ id }) => id);
  const signIn = async () => (await service.browser().signIn(email, PASSWORD)).status;
  for (let count = 1; count < 100; count += 1) expect(await signIn()).toBe(200);
  const before = await idsOfSessions();

  expect(await signIn()).toBe(200);

  const after = await idsOfSessions();
  expect([before.length, after.length]).toEqual([100, 100]);
  expect(after.slice(0, 99)).toEqual(before.slice(1));
}, 120_000);

it('a client that signs in endlessly leaves room for others', async () => {
  const email = await newUser();
  const busy = service.browser({ address: '203.0.113.60' });
  let signedIn = 0;
  const flood = times(120).map(async () => {
    const { status } = await busy.signIn(email, PASSWORD);
    if (status === 200) signedIn += 1;
    return status;
  });

  const other = await service.browser().signIn(email, PASSWORD);
  const signedInBefore = signedIn;

  expect(other.status).toBe(200);
  expect(new Set(await Promise.all(flood))).toEqual(new Set([200, 429]));
  expect(signedIn).toBeGreaterThanOrEqual(60);
  // Counts those that ended before, and the few that waited.
  expect(signedInBefore).toBeLessThan(30);
}, 60_000);
