import { Secret, TOTP } from 'otpauth';
import { PASSWORD, testService, type SignedInBrowser, type TestService } from './service';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const STEP_MS = 30_000;

/** `steps` are 30-second steps from now. */
const codeOf = (secret: string, steps = 0): string =>
  new TOTP({
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
  }).generate({
    timestamp: service.clock.now().getTime() + steps * STEP_MS,
  });

/** Consumes the code of the current step. */
async function turnedOn(browser: SignedInBrowser) {
  const { body: begun } = await browser.change('POST', 'me/two-step');
  const { secret } = begun.data as { secret: string };
  const { status, body } = await browser.change('PUT', 'me/two-step', { code: codeOf(secret) });
  expect(status).toBe(200);
  return { secret, codes: body.data.recovery_codes as string[] };
}

async function personWithTwoSteps() {
  const browser = await service.signedIn();
  const { secret, codes } = await turnedOn(browser);
  service.clock.advance(10 * STEP_MS);
  const signIn = (code?: string) => service.browser().signIn(browser.email, PASSWORD, code);
  return { browser, secret, codes, signIn };
}

describe('turning it on', () => {
  it('begins with a secret, of which nothing comes before a code was right', async () => {
    const browser = await service.signedIn();

    const { status, body } = await browser.change('POST', 'me/two-step');

    expect(status).toBe(200);
    const { secret, otpauth_url: url } = body.data;
    expect(Buffer.from(Secret.fromBase32(secret).bytes)).toHaveLength(20);
    const { protocol, host, pathname, searchParams } = new URL(url);
    expect([protocol, host]).toEqual(['otpauth:', 'totp']);
    expect(decodeURIComponent(pathname)).toContain(browser.email);
    expect(Object.fromEntries(searchParams)).toMatchObject({ secret, digits: '6', period: '30' });
    expect((await service.browser().signIn(browser.email, PASSWORD)).body.data).toEqual({
      status: 'signed_in',
    });
  });

  it('accepts the right code, returns ten recovery codes and signs other browsers out', async () => {
    const browser = await service.signedIn();
    const other = service.browser();
    await other.signIn(browser.email, PASSWORD);
    const { body: begun } = await browser.change('POST', 'me/two-step');
    const { secret } = begun.data;

    const wrong = await browser.change('PUT', 'me/two-step', { code: codeOf(secret, 2) });
    const { status, body } = await browser.change('PUT', 'me/two-step', { code: codeOf(secret) });

    expect(wrong.status).toBe(400);
    expect(wrong.body.errors).toEqual([{ field: 'code', message: 'The code is wrong.' }]);
    expect(status).toBe(200);
    const codes: string[] = body.data.recovery_codes;
    expect(new Set(codes).size).toBe(10);
    expect(codes.every((code) => /^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/.test(code))).toBe(true);
    expect((await other.get('/dashboard/api/session')).status).toBe(401);
    const session = (await browser.get('/dashboard/api/session')).body.data;
    expect(session.user.two_step).toBe(true);
    const kept = JSON.stringify(await service.db.query('select * from recovery_codes'));
    expect(kept).not.toContain(codes[0]?.replaceAll('-', ''));
  });

  it('is refused where it is on, and without a secret', async () => {
    const { browser, secret } = await personWithTwoSteps();
    const fresh = await service.signedIn();

    expect((await browser.change('POST', 'me/two-step')).status).toBe(409);
    expect((await browser.change('PUT', 'me/two-step', { code: codeOf(secret) })).status).toBe(409);
    expect((await fresh.change('PUT', 'me/two-step', { code: '123456' })).status).toBe(409);
  });
});

describe('signing in', () => {
  it('asks for the code when the password is right, and not before', async () => {
    const { browser, signIn } = await personWithTwoSteps();
    const visitor = service.browser();

    const { status, body, headers } = await signIn();
    const wrong = await visitor.signIn(browser.email, 'nine green bottle');

    expect(status).toBe(200);
    expect(body.data).toEqual({ status: 'code_needed' });
    expect(headers['set-cookie']).toBeUndefined();
    expect(wrong.body.message).toBe('E-mail or password is wrong.');
  });

  it.each([-1, 0, 1])('takes the code of the half minute %i from now', async (steps) => {
    const { secret, signIn } = await personWithTwoSteps();

    expect((await signIn(codeOf(secret, steps))).body.data).toEqual({ status: 'signed_in' });
  });

  it.each([-2, 2])('refuses the code of the half minute %i from now', async (steps) => {
    const { secret, signIn } = await personWithTwoSteps();

    const { status, body } = await signIn(codeOf(secret, steps));

    expect(status).toBe(401);
    expect(body).toMatchObject({ error: 'unauthorized', message: 'The code is wrong.' });
  });

  it('accepts a code once, and no older one', async () => {
    const { secret, signIn } = await personWithTwoSteps();

    expect((await signIn(codeOf(secret))).status).toBe(200);
    expect((await signIn(codeOf(secret))).status).toBe(401);
    expect((await signIn(codeOf(secret, -1))).status).toBe(401);
    expect((await signIn(codeOf(secret, 1))).status).toBe(200);
  });

  it('accepts a code once if two replicas get it at once', async () => {
    const { browser, secret, codes } = await personWithTwoSteps();
    for (const code of [codeOf(secret), String(codes[0])]) {
      const browsers = [service.browser(), service.browserOfReplica()];
      const answers = await Promise.all(
        browsers.map((each) => each.signIn(browser.email, PASSWORD, code)),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    }
  });

  it('accepts each recovery code once, in any spelling', async () => {
    const { codes, signIn } = await personWithTwoSteps();
    const [first = '', second = ''] = codes;

    expect((await signIn(first)).status).toBe(200);
    expect((await signIn(first)).status).toBe(401);
    expect((await signIn(` ${second.toUpperCase().replaceAll('-', ' ')} `)).status).toBe(200);
  });

  it('counts wrong codes among the failures', async () => {
    const { secret, signIn } = await personWithTwoSteps();
    const wrong = codeOf(secret, 5);

    const answers = await Promise.all(Array.from({ length: 10 }, () => signIn(wrong)));

    expect(answers.every(({ status }) => status === 401)).toBe(true);
    expect((await signIn(codeOf(secret))).status).toBe(429);
  }, 60_000);
});

describe('turning it off', () => {
  it('needs the password and signs other browsers out', async () => {
    const { browser, secret } = await personWithTwoSteps();
    const other = service.browser();
    await other.signIn(browser.email, PASSWORD, codeOf(secret));

    const refused = await browser.change('DELETE', 'me/two-step', { password: 'wrong' });
    const { status } = await browser.change('DELETE', 'me/two-step', { password: PASSWORD });

    expect(refused.status).toBe(400);
    expect(refused.body.errors).toEqual([{ field: 'password', message: 'Wrong password.' }]);
    expect(status).toBe(200);
    expect((await other.get('/dashboard/api/session')).status).toBe(401);
    expect((await service.browser().signIn(browser.email, PASSWORD)).body.data).toEqual({
      status: 'signed_in',
    });
    await turnedOn(browser);
  });
});
