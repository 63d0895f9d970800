import { ACTIVITY_KINDS } from '../contract/values';
import { PASSWORD, testService, type SignedInBrowser, type TestService } from './service';

let service: TestService;
let olive: SignedInBrowser;
let max: SignedInBrowser;

beforeAll(async () => {
  service = await testService();
  olive = await service.signedIn({ email: 'olive@acme.example', name: 'Olive' });
  await olive.signIn(olive.email, PASSWORD);
  service.clock.advance(60_000);
  max = await service.signedIn({ email: 'max@acme.example', name: 'Max', role: 'manager' });
  await max.signIn(max.email, PASSWORD);
  await service.signedIn({}, 2);
});
afterAll(() => service.close());

interface Shown {
  readonly who: string;
  readonly what: string;
}

const listed = async (query = '') => {
  const { status, body } = await olive.get(`/dashboard/api/activity?${query}`);
  expect(status).toBe(200);
  return body as { data: Shown[]; pagination: unknown };
};

describe('GET activity', () => {
  it("answers what was done in the company's account, newest first", async () => {
    const { data, pagination } = await listed();

    expect(data.map(({ who, what }) => [who, what])).toEqual([
      ['Max', 'Signed in'],
      ['Operator', 'Added max@acme.example as manager'],
      ['Olive', 'Signed in'],
      ['Operator', 'Added olive@acme.example as owner'],
    ]);
    expect(data[2]).toEqual({
      activity_id: expect.any(Number),
      time: '2026-03-02T09:15:00-05:00',
      user_id: olive.userId,
      who: 'Olive',
      kind: 'sign_in',
      what: 'Signed in',
      from: expect.stringMatching(/^198\.51\.100\.\d+$/),
    });
    expect(data[3]).toMatchObject({ user_id: null, kind: 'team', from: null });
    expect(pagination).toEqual({ page: 1, per_page: 25, total: 4, total_pages: 1 });
  });

  it('filters by person and kind, and has pages', async () => {
    const whats = async (query: string) => (await listed(query)).data.map(({ what }) => what);

    expect(await whats(`user_id=${max.userId}`)).toEqual(['Signed in']);
    expect(await whats('kind=team')).toHaveLength(2);
    expect(await whats(`user_id=${max.userId}&kind=team`)).toEqual([]);
    expect(await whats('operator=true&per_page=1')).toEqual(['Added max@acme.example as manager']);
    expect((await listed('operator=true')).pagination).toMatchObject({ total: 2 });
    expect(await whats('operator=true&kind=sign_in')).toEqual([]);
    expect(await whats('page=2&per_page=3')).toEqual(['Added olive@acme.example as owner']);
  });

  it.each(['kind=gossip', 'user_id=x', 'operator=x', 'page=0'])('refuses %s', async (query) => {
    const { status, body } = await olive.get(`/dashboard/api/activity?${query}`);

    expect(status).toBe(400);
    expect(body).toMatchObject({ error: 'validation_failed' });
  });

  it('is open to managers and needs a session', async () => {
    expect((await max.get('/dashboard/api/activity')).status).toBe(200);
    expect((await service.browser().get('/dashboard/api/activity')).status).toBe(401);
  });
});

describe('GET activity of a viewer', () => {
  const companyId = 4;

  const signedIn = async (role: 'owner' | 'viewer') => {
    const browser = await service.signedIn({ role }, companyId);
    return async (query = '') => {
      const { status, body } = await browser.get(`/dashboard/api/activity?${query}`);
      expect(status).toBe(200);
      return body as { data: (Shown & { kind: string; from: string | null })[] };
    };
  };

  it('has what was done with records, and by whom, but not from where', async () => {
    const [viewer, owner] = [await signedIn('viewer'), await signedIn('owner')];
    await service.db.query('delete from activities where company_id = $1', [companyId]);
    for (const kind of ACTIVITY_KINDS)
      await service.db.query(
        `insert into activities (company_id, user_id, who, kind, what, address, created_at)
         values ($1, $2, 'Olive', $3, 'Did it', '198.51.100.7', now())`,
        [companyId, olive.userId, kind],
      );

    expect((await owner()).data).toHaveLength(ACTIVITY_KINDS.length);
    expect(await viewer()).toMatchObject({
      data: [
        { kind: 'deletion', who: 'Olive', from: null },
        { kind: 'calendar', who: 'Olive', from: null },
      ],
      pagination: { total: 2 },
    });
    expect(await viewer('page=2&per_page=1')).toMatchObject({ data: [{ kind: 'calendar' }] });
    expect(await viewer('kind=deletion')).toMatchObject({ data: [{ kind: 'deletion' }] });
    for (const kind of ['sign_in', 'api_key', 'webhook', 'team', 'settings'])
      expect((await viewer(`kind=${kind}`)).data).toEqual([]);
  });
});

describe('a user whom the operator saves', () => {
  it.each([
    ['another role', { role: 'manager' }],
    ['another password', { password: 'another nine bottles' }],
  ] as const)('with %s has to sign in again', async (_what, changes) => {
    const browser = await service.signedIn();
    const user = { email: browser.email, name: 'Pat', role: 'owner', password: PASSWORD };

    await service.admin.put('/admin/users', { ...user, ...changes });

    expect((await browser.get('/dashboard/api/session')).status).toBe(401);
  });

  it('with another name stays signed in', async () => {
    const browser = await service.signedIn();
    const user = { email: browser.email, name: 'Pat', role: 'owner', password: PASSWORD };

    await service.admin.put('/admin/users', user);

    const { body } = await browser.get('/dashboard/api/session');
    expect(body.data.user).toMatchObject({ name: 'Pat' });
  });
});
