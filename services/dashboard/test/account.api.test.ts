import { eventually, expectWaitingForLocks, startMailReceiver } from '@svc/testing';
import { PASSWORD, PUBLIC_URL, testService, type TestService } from './service';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
beforeEach(() => service.clock.advance(60 * 60_000));
afterAll(() => service.close());

const NEXT = 'eight green bottles';
const SESSION = '/dashboard/api/session';

const mailsOf = async (userId: number, kind: string) =>
  (await service.rows('outbox_mails')).filter(
    (mail) => mail['user_id'] === userId && mail['kind'] === kind,
  );

async function linkOf(userId: number): Promise<string> {
  const mails = await mailsOf(userId, 'account.password_link');
  const link = new RegExp(`${PUBLIC_URL}/dashboard/reset-password#token=([\\w-]{43})\\n`);
  return link.exec(String(mails.at(-1)?.['body']))?.[1] ?? '';
}

const doneBy = async (userId: number) =>
  (await service.rows('activities'))
    .filter(({ user_id }) => user_id === userId)
    .map(({ kind, what }) => [kind, what]);

describe('PATCH me', () => {
  it('gives the person another name', async () => {
    const browser = await service.signedIn({ name: 'Olive' });

    const { status } = await browser.change('PATCH', 'me', { name: ' Olive <b>Owner</b> ' });

    expect(status).toBe(200);
    expect((await browser.get(SESSION)).body.data.user.name).toBe('Olive <b>Owner</b>');
    expect(await doneBy(browser.userId)).toContainEqual([
      'settings',
      'Changed their name to Olive <b>Owner</b>',
    ]);
  });

  it.each([undefined, '', ' ', 7, 'x'.repeat(256)])('refuses the name %j', async (name) => {
    const browser = await service.signedIn();

    const { status, body } = await browser.change('PATCH', 'me', { name });

    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ field: 'name' }]);
  });
});

describe('PUT me/password', () => {
  it('changes the password, ends other sessions, and mails the person', async () => {
    const browser = await service.signedIn();
    const other = service.browser();
    await other.signIn(browser.email, PASSWORD);
    const given = { current_password: PASSWORD, new_password: NEXT };

    const { status } = await browser.change('PUT', 'me/password', given);

    expect(status).toBe(200);
    expect((await browser.get(SESSION)).status).toBe(200);
    expect((await other.get(SESSION)).status).toBe(401);
    expect((await other.signIn(browser.email, PASSWORD)).status).toBe(401);
    expect((await other.signIn(browser.email, NEXT)).status).toBe(200);
    expect(await mailsOf(browser.userId, 'account.password_changed')).toMatchObject([
      { recipient: browser.email, subject: 'Your password was changed' },
    ]);
    expect(await doneBy(browser.userId)).toContainEqual(['settings', 'Changed their password']);
  });

  it.each([
    ['new_password', { new_password: 'eleven char' }],
    ['new_password', { new_password: 'x'.repeat(129) }],
    ['new_password', { new_password: '1q2w3e4r5t6y' }],
    ['current_password', { current_password: 'nine green bottle' }],
  ])('refuses a wrong %s (%o), and changes nothing', async (field, wrong) => {
    const browser = await service.signedIn();
    const other = service.browser();
    await other.signIn(browser.email, PASSWORD);
    const given = { current_password: PASSWORD, new_password: NEXT, ...wrong };

    const { status, body } = await browser.change('PUT', 'me/password', given);

    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ field }]);
    expect((await other.get(SESSION)).status).toBe(200);
    expect((await service.browser().signIn(browser.email, PASSWORD)).status).toBe(200);
  });

  it('refuses the e-mail address as a password', async () => {
    const browser = await service.signedIn();
    const given = { current_password: PASSWORD, new_password: browser.email.toUpperCase() };

    expect((await browser.change('PUT', 'me/password', given)).status).toBe(400);
  });

  it('counts wrong passwords among the failures of signing in', async () => {
    const browser = await service.signedIn();
    const given = { current_password: 'nine green bottle', new_password: NEXT };

    const answers = await Promise.all(
      Array.from({ length: 11 }, () => browser.change('PUT', 'me/password', given)),
    );

    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
    expect((await service.browser().signIn(browser.email, PASSWORD)).status).toBe(429);
  }, 60_000);
});

describe('a user with a password from before the rules', () => {
  it('signs in with it', async () => {
    const { email } = await service.signedIn({ password: 'short' });

    expect((await service.browser().signIn(email, 'short')).status).toBe(200);
  });
});

describe('a forgotten password', () => {
  it('is replaced by way of a mailed link, once, and ends all sessions', async () => {
    const browser = await service.signedIn();
    const visitor = service.browser();

    const asked = await visitor.change('POST', 'password/forgotten', {
      email: browser.email.toUpperCase(),
    });
    const token = await linkOf(browser.userId);
    const reset = { token, password: NEXT };
    const { status } = await visitor.change('POST', 'password/reset', reset);

    expect(asked.status).toBe(202);
    expect(status).toBe(200);
    expect((await browser.get(SESSION)).status).toBe(401);
    expect((await visitor.signIn(browser.email, PASSWORD)).status).toBe(401);
    expect((await visitor.signIn(browser.email, NEXT)).status).toBe(200);
    expect((await visitor.change('POST', 'password/reset', reset)).body.errors).toEqual([
      {
        field: 'token',
        message: 'This link is no longer valid. Request a new one.',
      },
    ]);
    expect(await mailsOf(browser.userId, 'account.password_changed')).toHaveLength(1);
    const kept = await service.db.query('select token_hash from password_resets');
    expect(JSON.stringify(kept)).not.toContain(token);
  });

  it('is not replaced by way of a link once it was changed otherwise', async () => {
    const browser = await service.signedIn();
    const visitor = service.browser();
    const resetBy = async (token: string) =>
      (await visitor.change('POST', 'password/reset', { token, password: 'another long pass' }))
        .status;
    const ask = async () => {
      await visitor.change('POST', 'password/forgotten', { email: browser.email });
      return linkOf(browser.userId);
    };
    const beforeOwnChange = await ask();
    await browser.change('PUT', 'me/password', { current_password: PASSWORD, new_password: NEXT });

    expect(await resetBy(beforeOwnChange)).toBe(400);

    const beforeOperatorsChange = await ask();
    await service.admin.as({ companyId: 1 }).put('/admin/users', {
      email: browser.email,
      name: 'Olive',
      role: 'owner',
      password: 'given by the operator',
    });

    expect(await resetBy(beforeOperatorsChange)).toBe(400);
    expect((await visitor.signIn(browser.email, 'given by the operator')).status).toBe(200);
  });

  it('is mailed as text and as a link, and in the log without a word of it', async () => {
    const server = await startMailReceiver();
    const { email, userId } = await service.signedIn();
    const { logged, stop } = await service.startReplica({ smtpUrl: server.url });

    await service.browser().change('POST', 'password/forgotten', { email });
    const token = await linkOf(userId);

    const link = `${PUBLIC_URL}/dashboard/reset-password#token=${token}`;
    const mail = await eventually(() => {
      const found = server.received.find(({ to }) => to === email);
      expect(found).toBeDefined();
      return found;
    });
    expect(mail?.text).toContain(`\n${link}\n`);
    expect(mail?.html).toContain(`<a href="${link}">${link}</a>`);
    await eventually(() =>
      expect(logged).toContainEqual(
        expect.objectContaining({ kind: 'account.password_link', msg: 'mail sent' }),
      ),
    );
    expect(JSON.stringify(logged)).not.toContain(token);
    await stop();
    await server.close();
  });

  it('is replaced once by two who use the link at once', async () => {
    const { email, userId } = await service.signedIn();
    await service.browser().change('POST', 'password/forgotten', { email });
    const token = await linkOf(userId);

    const answers = await Promise.all(
      [service.browser(), service.browserOfReplica()].map((each, index) =>
        each.change('POST', 'password/reset', { token, password: `${NEXT} ${index}` }),
      ),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('is replaced within an hour', async () => {
    const { email, userId } = await service.signedIn();
    const visitor = service.browser();
    const reset = async () =>
      visitor.change('POST', 'password/reset', { token: await linkOf(userId), password: NEXT });
    await visitor.change('POST', 'password/forgotten', { email });

    service.clock.advance(3_600_000);
    expect((await reset()).status).toBe(400);

    await visitor.change('POST', 'password/forgotten', { email });
    service.clock.advance(3_600_000 - 1);
    expect((await reset()).status).toBe(200);
  });

  it('is not replaced by one that is refused, and the link stays valid', async () => {
    const { email, userId } = await service.signedIn();
    const visitor = service.browser();
    await visitor.change('POST', 'password/forgotten', { email });
    const token = await linkOf(userId);

    const refused = await visitor.change('POST', 'password/reset', { token, password: 'short' });

    expect(refused.status).toBe(400);
    expect(refused.body.errors).toMatchObject([{ field: 'password' }]);
    const right = await visitor.change('POST', 'password/reset', { token, password: NEXT });
    expect(right.status).toBe(200);
  });

  it('responds in the same words for an unknown address', async () => {
    const { email } = await service.signedIn();
    const before = (await service.rows('outbox_mails')).length;

    const [known, unknown] = await Promise.all(
      [email, 'nobody@acme.example'].map((each) =>
        service.browser().change('POST', 'password/forgotten', { email: each }),
      ),
    );

    expect(unknown?.status).toBe(202);
    expect(unknown?.body).toEqual(known?.body);
    expect(await service.rows('outbox_mails')).toHaveLength(before + 1);
  });

  it('is mailed three links in 15 minutes at most, and says nothing of it', async () => {
    const { email, userId } = await service.signedIn();

    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        service.browser().change('POST', 'password/forgotten', { email }),
      ),
    );

    expect(answers.every(({ status }) => status === 202)).toBe(true);
    expect(await mailsOf(userId, 'account.password_link')).toHaveLength(3);
    service.clock.advance(15 * 60_000);
    await service.browser().change('POST', 'password/forgotten', { email });
    expect(await mailsOf(userId, 'account.password_link')).toHaveLength(4);
  });

  it('responds alike and mails nothing if the person is removed at that moment', async () => {
    const { email, userId } = await service.signedIn();
    const other = service.db.createQueryRunner();
    await other.startTransaction();
    await other.query('delete from sessions where user_id = $1', [userId]);
    await other.query('delete from users where id = $1', [userId]);

    const asked = service.browser().change('POST', 'password/forgotten', { email });
    await expectWaitingForLocks(service.db, 1);
    await other.commitTransaction();
    await other.release();

    expect((await asked).status).toBe(202);
    expect(await mailsOf(userId, 'account.password_link')).toEqual([]);
  });

  it('leaves the second step to be done', async () => {
    const browser = await service.signedIn();
    await browser.change('POST', 'me/two-step');
    await service.db.query('update two_steps set on_since = created_at where user_id = $1', [
      browser.userId,
    ]);
    const visitor = service.browser();
    await visitor.change('POST', 'password/forgotten', { email: browser.email });
    const token = await linkOf(browser.userId);
    await visitor.change('POST', 'password/reset', { token, password: NEXT });

    expect((await visitor.signIn(browser.email, NEXT)).body.data).toEqual({
      status: 'code_needed',
    });
  });
});

describe('a sign-in from a new browser', () => {
  const NEW = 'account.new_device';

  it('mails the person, the first time', async () => {
    const { email, userId } = await service.signedIn();
    const browser = service.browser({
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      address: '203.0.113.9',
    });
    const before = (await mailsOf(userId, NEW)).length;

    await browser.signIn(email, PASSWORD);
    await browser.change('DELETE', 'session');
    await browser.signIn(email, PASSWORD);

    const mails = await mailsOf(userId, NEW);
    expect(mails).toHaveLength(before + 1);
    expect(mails.at(-1)).toMatchObject({
      recipient: email,
      body: expect.stringContaining('from the address 203.0.113.9'),
    });
    expect(String(mails.at(-1)?.['body'])).toContain('Firefox on Linux');
  });

  it('is new to each person', async () => {
    const one = await service.signedIn();
    const other = await service.signedIn();
    const before = (await mailsOf(other.userId, NEW)).length;

    await one.signIn(other.email, PASSWORD);
    await one.signIn(other.email, PASSWORD);

    expect(await mailsOf(other.userId, NEW)).toHaveLength(before + 1);
  });
});

describe('GET me/sessions', () => {
  it('lists where the person is signed in, the last used first, and other sessions can be ended', async () => {
    const browser = await service.signedIn();
    service.clock.advance(60_000);
    const other = service.browser({
      userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
      address: '203.0.113.10',
    });
    await other.signIn(browser.email, PASSWORD);
    await service.signedIn();
    service.clock.advance(60_000);
    const list = async () => (await browser.get('/dashboard/api/me/sessions')).body.data;

    const [first, second, ...more] = await list();

    expect(more).toEqual([]);
    expect([first.current, second.current]).toEqual([true, false]);
    expect(second).toEqual({
      session_id: expect.any(Number),
      device: 'Firefox on Windows',
      address: '203.0.113.10',
      signed_in_at: expect.stringMatching(/^2026-03-\d\dT[\d:]{8}-0[45]:00$/),
      last_used_at: second.signed_in_at,
      current: false,
    });
    const { status, body } = await browser.change('POST', 'me/sessions/end-others');
    expect(status).toBe(200);
    expect(body.data).toEqual({ ended: 1 });
    expect((await other.get(SESSION)).status).toBe(401);
    expect(await list()).toMatchObject([{ session_id: first.session_id, current: true }]);
  });
});
