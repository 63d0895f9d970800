import { ROLES } from '../contract/rights';
import { eventually, startMailReceiver } from '@svc/testing';
import {
  PASSWORD,
  PUBLIC_URL,
  testService,
  type SignedInBrowser,
  type TestService,
} from './service';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const SESSION = '/dashboard/api/session';
const TEAM = '/dashboard/api/team';
const DAY_MS = 24 * 3_600_000;
const CHOSEN = 'seven purple elephants';

let companies = 200;
let addresses = 0;

/** A unique company with an owner and a manager. */
async function aCompany() {
  companies += 1;
  const companyId = companies;
  const olive = await service.signedIn({ name: 'Olive' }, companyId);
  const max = await service.signedIn({ name: 'Max', role: 'manager' }, companyId);
  return { companyId, olive, max };
}

const newAddress = (): string => `invited-${(addresses += 1)}@acme.example`;

const invite = (by: SignedInBrowser, email: string, role = 'manager') =>
  by.change('POST', 'team/invitations', { email, role });

const mailsTo = async (email: string) =>
  (await service.rows('outbox_mails')).filter(({ recipient }) => recipient === email);

/** Reads the newest link mailed to an address. */
async function tokenFor(email: string): Promise<string> {
  const body = String((await mailsTo(email)).at(-1)?.['body']);
  const [, token = ''] = /\/dashboard\/accept-invitation#token=([\w-]{43})\n/.exec(body) ?? [];
  return token;
}

const accept = (token: string, given: object = {}) =>
  service
    .browser()
    .change('POST', 'invitation/accept', { token, name: 'Iris', password: CHOSEN, ...given });

const doneIn = async (browser: SignedInBrowser): Promise<[string, string][]> => {
  const { body } = await browser.get('/dashboard/api/activity?kind=team');
  return body.data.map(({ who, what }: { who: string; what: string }) => [who, what]);
};

describe('GET team', () => {
  it('returns the people of the company, oldest first', async () => {
    const { olive, max } = await aCompany();
    await service.browser().signIn(max.email, PASSWORD);

    const { status, body } = await olive.get(TEAM);

    expect(status).toBe(200);
    expect(body).toMatchObject({ pagination: { page: 1, per_page: 25, total: 2 } });
    expect(body.data).toEqual([
      {
        user_id: olive.userId,
        name: 'Olive',
        email: olive.email,
        role: 'owner',
        two_step: false,
        created_at: expect.stringMatching(/^2026-03-/),
        last_sign_in: null,
      },
      {
        user_id: max.userId,
        name: 'Max',
        email: max.email,
        role: 'manager',
        two_step: false,
        created_at: expect.stringMatching(/^2026-03-/),
        last_sign_in: expect.stringMatching(/^2026-03-\d\dT\d\d:15:00-05:00$/),
      },
    ]);
  });

  it('says who has two-step verification', async () => {
    const { companyId, olive, max } = await aCompany();
    for (const [{ userId }, onSince] of [
      [olive, 'now()'],
      [max, 'null'],
    ] as const) {
      await service.db.query(
        `insert into two_steps (company_id, user_id, secret, created_at, on_since)
         values ($1, $2, 'x', now(), ${onSince})`,
        [companyId, userId],
      );
    }

    const { body } = await olive.get(TEAM);

    expect(body.data.map(({ two_step: on }: { two_step: boolean }) => on)).toEqual([true, false]);
  });
});

it.each(ROLES)('an invitation and a change make a %s', async (role) => {
  const { olive, max } = await aCompany();
  const email = newAddress();

  expect((await invite(olive, email, role)).status).toBe(200);
  expect((await accept(await tokenFor(email))).status).toBe(200);
  const changed = await olive.change('PATCH', `team/${max.userId}`, { role });

  expect(changed.status).toBe(200);
  const { body } = await olive.get(TEAM);
  expect(body.data.map((member: { role: string }) => member.role)).toEqual(['owner', role, role]);
});

it('is for owners only', async () => {
  const { olive, max } = await aCompany();
  const changes = [
    ['POST', 'team/invitations', { email: newAddress(), role: 'manager' }],
    ['DELETE', 'team/invitations/1', undefined],
    ['PATCH', `team/${olive.userId}`, { role: 'manager' }],
    ['DELETE', `team/${olive.userId}`, undefined],
  ] as const;

  for (const [browser, status] of [
    [max, 403],
    [service.browser(), 401],
  ] as const) {
    expect((await browser.get(TEAM)).status).toBe(status);
    expect((await browser.get(`${TEAM}/invitations`)).status).toBe(status);
    for (const [method, path, body] of changes) {
      expect((await browser.change(method, path, body)).status).toBe(status);
    }
  }
  expect((await olive.get(TEAM)).body.data).toHaveLength(2);
});

describe('an invitation', () => {
  it('is a mailed link that creates one user once', async () => {
    const { companyId, olive } = await aCompany();
    const email = newAddress();

    expect(await invite(olive, email)).toMatchObject({ status: 200, body: { success: true } });

    expect((await olive.get(`${TEAM}/invitations`)).body).toMatchObject({
      data: [{ invitation_id: expect.any(Number), email, role: 'manager' }],
      pagination: { total: 1 },
    });
    const [mail] = await mailsTo(email);
    expect(mail).toMatchObject({
      company_id: companyId,
      user_id: null,
      kind: 'account.invitation',
      subject: `Olive invited you to Company ${companyId}`,
      body: expect.stringContaining(`\n\n${PUBLIC_URL}/dashboard/accept-invitation#token=`),
    });
    const token = await tokenFor(email);
    expect(await accept(token)).toMatchObject({ status: 200 });

    const iris = service.browser();
    expect((await iris.signIn(email, CHOSEN)).status).toBe(200);
    expect((await iris.get(SESSION)).body.data.user).toMatchObject({
      name: 'Iris',
      role: 'manager',
    });
    expect((await accept(token)).body.errors).toEqual([
      {
        field: 'token',
        message: 'This invitation is no longer valid. Ask for a new one.',
      },
    ]);
    expect((await olive.get(`${TEAM}/invitations`)).body.data).toEqual([]);
    expect((await doneIn(olive)).slice(0, 2)).toEqual([
      ['Iris', 'Accepted the invitation as manager'],
      ['Olive', `Invited ${email} as manager`],
    ]);
    const stored = JSON.stringify(await service.db.query('select * from invitations'));
    expect(stored).not.toContain(token);
  });

  it('is refused where a team has 500 people with those who are invited', async () => {
    const { companyId, olive } = await aCompany();
    await service.db.query(
      `insert into users (company_id, email, email_key, name, name_key, role, created_at, updated_at)
       select company_id, n || 'th-' || email, n || 'th-' || email_key, name, name_key, role,
         created_at, updated_at
       from users, generate_series(1, 497) n where id = $1`,
      [olive.userId],
    );

    expect((await invite(olive, newAddress())).status).toBe(200);
    const { status, body } = await invite(olive, newAddress());

    expect([status, body]).toEqual([
      409,
      expect.objectContaining({
        error: 'conflict',
        message: 'A team can have at most 500 people.',
      }),
    ]);
    const { olive: another, companyId: others } = await aCompany();
    expect(others).not.toBe(companyId);
    expect((await invite(another, newAddress())).status).toBe(200);
  });

  it('makes one user however often it is accepted at once', async () => {
    const { olive } = await aCompany();
    const email = newAddress();
    await invite(olive, email, 'owner');
    const token = await tokenFor(email);

    const answers = await Promise.all(Array.from({ length: 5 }, () => accept(token)));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
    expect((await olive.get(TEAM)).body.data).toHaveLength(3);
  });

  it('is replaced by another one to the same address', async () => {
    const { olive } = await aCompany();
    const email = newAddress();
    await invite(olive, email);
    const first = await tokenFor(email);
    await invite(olive, email.toUpperCase(), 'owner');

    const { body } = await olive.get(`${TEAM}/invitations`);
    expect(body.data).toMatchObject([{ email: email.toUpperCase(), role: 'owner' }]);
    expect((await accept(first)).status).toBe(400);
    expect((await accept(await tokenFor(email.toUpperCase()))).status).toBe(200);
  });

  it('is valid for 7 days, and until it is withdrawn', async () => {
    const { olive } = await aCompany();
    const other = (await aCompany()).olive;
    const [late, withdrawn] = [newAddress(), newAddress()];
    await invite(olive, late);
    service.clock.advance(60_000);
    await invite(olive, withdrawn);
    const [{ invitation_id: id, invited_at: at, valid_until: until }] = (
      await olive.get(`${TEAM}/invitations`)
    ).body.data;
    expect(Date.parse(until) - Date.parse(at)).toBe(7 * DAY_MS);

    expect((await other.change('DELETE', `team/invitations/${id}`)).status).toBe(404);
    expect((await olive.change('DELETE', `team/invitations/${id}`)).status).toBe(200);
    expect((await accept(await tokenFor(withdrawn))).status).toBe(400);
    expect((await doneIn(olive))[0]).toEqual(['Olive', `Cancelled the invitation to ${withdrawn}`]);

    service.clock.advance(7 * DAY_MS);
    expect((await accept(await tokenFor(late))).status).toBe(400);
    const again = await service.signedIn({}, companies - 1);
    expect((await again.get(`${TEAM}/invitations`)).body.data).toEqual([]);
  });

  it('is refused for the address of a user, and void once it is one', async () => {
    const { olive, max } = await aCompany();
    const { max: stranger } = await aCompany();
    const words = async (email: string) => (await invite(olive, email)).body.errors;

    expect(await words(stranger.email.toUpperCase())).toEqual([
      { field: 'email', message: 'email belongs to a user of another company.' },
    ]);
    expect(await words(max.email)).toEqual([
      { field: 'email', message: 'email belongs to someone on the team.' },
    ]);
    expect(await mailsTo(stranger.email)).toEqual([]);

    const email = newAddress();
    await invite(olive, email);
    await service.givenUser({ email }, 1);
    expect((await accept(await tokenFor(email))).status).toBe(400);
  });

  it.each([{ email: 'nobody' }, { role: 'king' }, { email: '' }, {}])(
    'is refused with %o',
    async (wrong) => {
      const { olive } = await aCompany();
      const body = Object.keys(wrong).length
        ? { email: newAddress(), role: 'manager', ...wrong }
        : {};

      expect(await olive.change('POST', 'team/invitations', body)).toMatchObject({
        status: 400,
        body: { error: 'validation_failed' },
      });
    },
  );

  it.each([
    [{ password: 'eleven char' }, 'password'],
    [{ password: 'THE ADDRESS' }, 'password'],
    [{ name: '' }, 'name'],
    [{ token: 'x' }, 'token'],
  ])('is not accepted with %o, and stays', async (wrong: Record<string, string>, field) => {
    const { olive } = await aCompany();
    const email = newAddress();
    await invite(olive, email);
    const token = await tokenFor(email);
    const given = wrong['password'] === 'THE ADDRESS' ? { password: email } : wrong;

    expect((await accept(token, given)).body.errors).toMatchObject([{ field }]);
    expect((await accept(token)).status).toBe(200);
  });

  it('is mailed three times in a quarter of an hour at the most', async () => {
    const { olive } = await aCompany();
    const email = newAddress();
    for (let n = 0; n < 3; n += 1) expect((await invite(olive, email)).status).toBe(200);

    expect(await invite(olive, email)).toMatchObject({
      status: 429,
      body: { message: 'Too many attempts. Try again in 15 minutes.' },
    });
    expect(await mailsTo(email)).toHaveLength(3);
  });

  it('tells of twenty addresses in a quarter of an hour at the most whether they are of users', async () => {
    const { olive, max } = await aCompany();
    const { max: stranger, olive: other } = await aCompany();
    const statuses: number[] = [];
    for (let n = 0; n < 3; n += 1) statuses.push((await invite(olive, stranger.email)).status);
    for (let n = 3; n < 20; n += 1) statuses.push((await invite(olive, newAddress())).status);
    expect(new Set(statuses)).toEqual(new Set([400, 200]));

    expect((await invite(olive, max.email)).status).toBe(429);
    expect((await invite(other, newAddress())).status).toBe(200);
  });

  it('reaches people as text and HTML', async () => {
    const { olive, companyId } = await aCompany();
    const email = newAddress();
    const server = await startMailReceiver();
    const replica = await service.startReplica({ smtpUrl: server.url });
    await invite(olive, email);

    const mail = await eventually(() => {
      replica.wake();
      const found = server.received.find(({ to }) => to === email);
      expect(found).toBeDefined();
      return found;
    });

    const link = `${PUBLIC_URL}/dashboard/accept-invitation#token=${await tokenFor(email)}`;
    expect(mail?.headers).toContain(`Subject: Olive invited you to Company ${companyId}`);
    expect(mail?.text).toContain(`Olive invited you to manage the account of Company ${companyId}`);
    expect(mail?.text).toContain(`\n${link}\n`);
    expect(mail?.html).toContain(`<a href="${link}">`);
    await replica.stop();
    await server.close();
  });
});

describe('another role', () => {
  it("ends the person's sessions, and is logged", async () => {
    const { olive, max } = await aCompany();

    const { status } = await olive.change('PATCH', `team/${max.userId}`, { role: 'owner' });

    expect(status).toBe(200);
    expect((await max.get(SESSION)).status).toBe(401);
    expect((await olive.get(SESSION)).status).toBe(200);
    expect((await doneIn(olive))[0]).toEqual([
      'Olive',
      `Changed the role of ${max.email} to owner`,
    ]);
    await max.signIn(max.email, PASSWORD);
    expect((await max.get(TEAM)).status).toBe(200);
  });

  it('that is the same changes nothing', async () => {
    const { olive, max } = await aCompany();

    await olive.change('PATCH', `team/${max.userId}`, { role: 'manager' });

    expect((await max.get(SESSION)).status).toBe(200);
  });
});

it('a removed person is gone with all that was the person’s own, but for the name', async () => {
  const { companyId, olive, max } = await aCompany();
  const { userId } = max;
  await max.signIn(max.email, PASSWORD);
  await max.change('POST', 'me/two-step');
  await service.browser().change('POST', 'password/forgotten', { email: max.email });
  await service.db.query(
    `insert into recovery_codes (company_id, user_id, code_hash) values ($1, $2, 'x')`,
    [companyId, userId],
  );
  await service.db.query(
    `insert into notifications (company_id, user_id, event_id, kind, title, text, target_kind,
       target_id, actions, created_at)
     values ($1, $2, 'evt', 'key.created', 'A key', 'A key', 'key', 1, '[]', now())`,
    [companyId, userId],
  );

  expect((await olive.change('DELETE', `team/${userId}`)).status).toBe(200);

  expect((await max.get(SESSION)).status).toBe(401);
  expect((await service.browser().signIn(max.email, PASSWORD)).status).toBe(401);
  expect((await olive.get(TEAM)).body.data).toHaveLength(1);
  expect((await doneIn(olive))[0]).toEqual(['Olive', `Removed Max, ${max.email}`]);
  const { body } = await olive.get(`/dashboard/api/activity?user_id=${userId}`);
  expect(body.data[0]).toMatchObject({ who: 'Max', what: 'Signed in' });
  expect((await olive.get('/dashboard/api/activity/people')).body.data).toEqual([
    { user_id: userId, name: 'Max' },
    { user_id: olive.userId, name: 'Olive' },
  ]);
  for (const query of ['search=mA', `user_id=${userId}`]) {
    const found = await olive.get(`/dashboard/api/activity/people?${query}&per_page=1`);
    expect(found.body).toMatchObject({
      data: [{ user_id: userId, name: 'Max' }],
      pagination: { total: 1 },
    });
  }
  expect((await olive.change('DELETE', `team/${userId}`)).status).toBe(404);
  expect((await invite(olive, max.email)).status).toBe(200);
});

describe('the last owner', () => {
  it('cannot be removed or demoted', async () => {
    const { olive } = await aCompany();

    for (const [method, body, what] of [
      ['PATCH', { role: 'manager' }, 'demoted'],
      ['DELETE', undefined, 'removed'],
    ] as const) {
      expect(await olive.change(method, `team/${olive.userId}`, body)).toMatchObject({
        status: 409,
        body: { error: 'conflict', message: `The last Owner cannot be ${what}.` },
      });
    }
    expect((await olive.get(SESSION)).body.data.user.role).toBe('owner');
  });

  it.each([
    ['PATCH', { role: 'manager' }],
    ['DELETE', undefined],
  ] as const)('is there after two have sent %s %o of each other at once', async (method, body) => {
    for (let round = 0; round < 5; round += 1) {
      const { companyId, olive } = await aCompany();
      const otto = await service.signedIn({ name: 'Otto' }, companyId);

      const answers = await Promise.all([
        olive.change(method, `team/${otto.userId}`, body),
        otto.change(method, `team/${olive.userId}`, body),
      ]);

      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses[0]).toBe(200);
      // Its session has ended or its role has changed, whichever is checked first.
      expect([401, 403]).toContain(statuses[1]);
      const owners = await service.db.query(
        "select 1 from users where company_id = $1 and role = 'owner'",
        [companyId],
      );
      expect(owners).toHaveLength(1);
    }
  });
});

it('of another company does not exist', async () => {
  const { olive } = await aCompany();
  const { max: stranger } = await aCompany();

  for (const method of ['PATCH', 'DELETE'] as const) {
    const body = method === 'PATCH' ? { role: 'owner' } : undefined;
    expect(await olive.change(method, `team/${stranger.userId}`, body)).toMatchObject({
      status: 404,
      body: { error: 'not_found' },
    });
  }
  expect((await stranger.get(SESSION)).status).toBe(200);
});
