import { KEY_RIGHTS, PROCESSES, type KeyRights, type ProcessName } from '@svc/contracts';
import { request } from 'undici';
import { ADMIN_TOKEN, aGateway, type AGateway } from './a-gateway';
import { createSignedHeaders, type SignedCall } from './signed-headers';

const NO_COMPANY = 0;

describe('what webhooks asks of the gateway before it sends to subscriptions', () => {
  let gateway: AGateway;
  let company: { readonly id: number; readonly slug: string };

  beforeAll(async () => {
    gateway = await aGateway();
    company = await gateway.givenCompany({ slug: 'mine', features: ['inventory'] });
  });
  afterAll(() => gateway.close());

  async function ask(
    ids: readonly number[] | string,
    vouching: SignedCall = { by: 'webhooks' },
    headers = createSignedHeaders(gateway, NO_COMPANY, vouching),
  ) {
    const answer = await request(`${gateway.adminUrl}${KEY_RIGHTS}?ids=${ids}`, { headers });
    const body = (await answer.body.json()) as { readonly data: readonly KeyRights[] };
    return { status: answer.statusCode, body };
  }

  it('is what each key may do now, with its company’s plan and features', async () => {
    const live = await gateway.givenKey('mine', { scopes: ['webhooks:manage', 'inventory:write'] });
    const test = await gateway.givenKey('mine', { mode: 'test', scopes: ['jobs:read'] });
    const other = await gateway.givenCompany({ plan: 'starter', features: [] });
    const others = await gateway.givenKey(other.slug, { scopes: ['jobs:read'] });
    const [{ sandbox }] = await gateway.db.query(
      'select sandbox_id::integer as sandbox from companies where id = $1',
      [company.id],
    );

    const { status, body } = await ask([live.id, test.id, others.id, 999_999]);

    expect(status).toBe(200);
    const data = body.data.toSorted((one, another) => one.key_id - another.key_id);
    const ofMine = { plan: 'enterprise', features: ['inventory'] };
    expect(data).toEqual([
      {
        key_id: live.id,
        company_id: company.id,
        scopes: ['inventory:read', 'inventory:write', 'webhooks:manage'],
        ...ofMine,
      },
      { key_id: test.id, company_id: sandbox, scopes: ['jobs:read'], ...ofMine },
      {
        key_id: others.id,
        company_id: other.id,
        scopes: ['jobs:read'],
        plan: 'starter',
        features: [],
      },
    ]);
  });

  it('is nothing of a key from its expiry on', async () => {
    const expiresAt = new Date(gateway.clock.now().getTime() + 10_000).toISOString();
    const { id } = await gateway.givenKey('mine', { expires_at: expiresAt });
    const findIds = async () => (await ask([id])).body.data.map((key) => key.key_id);

    gateway.clock.advance(9_999);
    expect(await findIds()).toEqual([id]);
    gateway.clock.advance(1);
    expect(await findIds()).toEqual([]);
  });

  it('is otherwise once a change has been answered, and nothing of a revoked key', async () => {
    const { id } = await gateway.givenKey('mine', { scopes: ['jobs:read'] });

    await gateway.admin('PATCH', `/keys/${id}`, { scopes: ['customers:read'] });
    expect((await ask([id])).body.data).toMatchObject([{ scopes: ['customers:read'] }]);
    await gateway.admin('PUT', '/companies', { slug: 'mine', plan: 'starter', features: [] });
    expect((await ask([id])).body.data).toMatchObject([{ plan: 'starter', features: [] }]);
    await gateway.admin('POST', `/keys/${id}/revoke`);
    expect((await ask([id])).body.data).toEqual([]);
  });

  it('leaves no line in the log, unlike what is refused', async () => {
    const before = gateway.logged.length;
    await ask([1]);
    await ask('x');

    expect(gateway.logged.slice(before)).toMatchObject([
      { msg: 'admin call', actor: 'webhooks', status: 400 },
    ]);
  });

  it.each(PROCESSES.filter((name) => name !== 'webhooks'))('is not for %s', async (by) => {
    expect((await ask([1], { by })).status).toBe(401);
  });

  it('is not for the operator’s token, a statement of another kind, or nothing', async () => {
    const by: ProcessName = 'webhooks';
    expect((await ask([1], { by, as: { reach: 'admin' } })).status).toBe(401);
    expect((await ask([1], { by, as: { reach: 'api' } })).status).toBe(401);
    const token = { authorization: `Bearer ${ADMIN_TOKEN}` };
    for (const headers of [token, {}]) expect((await ask([1], {}, headers)).status).toBe(401);
  });
});
