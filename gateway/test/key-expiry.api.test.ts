import { followKeyExpiry } from '../src/background/follow-key-expiry';
import { eventually } from '@svc/testing';
import { aGateway, type AGateway } from './a-gateway';

interface Event {
  readonly type: string;
  readonly subject: string;
  readonly companyid: number;
  readonly data: Readonly<Record<string, unknown>>;
}

interface Key {
  readonly id: number;
  readonly key: string;
  readonly last4: string;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const REFUSED = {
  status: 401,
  body: { error: 'unauthorized', message: 'The API key is not valid.' },
};

let gateway: AGateway;
let slug: string;
let companyId: number;
beforeAll(async () => {
  gateway = await aGateway();
});
beforeEach(async () => {
  ({ slug, id: companyId } = await gateway.givenCompany());
  await gateway.db.query('delete from outbox');
});
afterAll(() => gateway.close());

const after = (ms: number): string => new Date(gateway.clock.now().getTime() + ms).toISOString();

const givenKey = async (body: object = {}): Promise<Key> =>
  (await gateway.givenKey(slug, body)) as unknown as Key;

const withKey = ({ key }: Key) => gateway.ask('/api/v1/jobs', { key });

const findKey = async ({ id }: Pick<Key, 'id'>): Promise<Key | undefined> =>
  ((await gateway.admin('GET', `/companies/${slug}/keys`)).body['data'] as Key[]).find(
    (key) => key.id === id,
  );

const announced = async (type: string): Promise<Event[]> => {
  const rows: { envelope: string }[] = await gateway.db.query(
    'select envelope from outbox order by seq',
  );
  return rows
    .map(({ envelope }) => JSON.parse(envelope) as Event)
    .filter((event) => event.type === type && event.companyid === companyId);
};

/** Runs the background work until `check` holds. */
async function followUntil(check: () => Promise<void>): Promise<void> {
  const { db, clock, parts } = gateway;
  const { now } = clock;
  const settings = { db, onChanged: parts.keys.forget, onAnnounced: () => undefined, now };
  const loops = [1, 2].map(() => followKeyExpiry({ ...settings, log: parts.log }));
  try {
    await eventually(check);
  } finally {
    await Promise.all(loops.map((loop) => loop.stop()));
  }
}

describe('an API key with an expiry', () => {
  it('is refused from then on, although it is remembered, and not before', async () => {
    const key = await givenKey({ expires_at: after(10_000) });
    expect(key.expires_at).toBe(after(10_000));
    expect((await withKey(key)).status).toBe(200);

    gateway.clock.advance(9_999);
    expect((await withKey(key)).status).toBe(200);
    gateway.clock.advance(1);
    expect(await withKey(key)).toMatchObject(REFUSED);
    expect(await withKey(key)).toMatchObject(REFUSED);
  });

  it('lives on when the expiry is moved or taken away', async () => {
    const key = await givenKey({ expires_at: after(10_000) });

    const moved = await gateway.admin('PATCH', `/keys/${key.id}`, { expires_at: after(20_000) });
    expect(moved.body['data']).toMatchObject({ expires_at: after(20_000) });
    gateway.clock.advance(15_000);
    expect((await withKey(key)).status).toBe(200);
    await gateway.admin('PATCH', `/keys/${key.id}`, { expires_at: null });
    gateway.clock.advance(15_000);
    expect((await withKey(key)).status).toBe(200);
    expect(await findKey(key)).toMatchObject({ expires_at: null });
  });

  it('keeps it when something else changes', async () => {
    const key = await givenKey({ expires_at: after(10_000) });

    await gateway.admin('PATCH', `/keys/${key.id}`, { scopes: ['jobs:read'] });

    expect(await findKey(key)).toMatchObject({ expires_at: after(10_000) });
  });

  it.each([
    ['POST', 'the present', 0],
    ['POST', 'the past', -DAY_MS],
    ['PATCH', 'the past', -1],
  ])('is not %s with one in %s', async (method, _, ms) => {
    const { id } = await givenKey();
    const path = method === 'POST' ? `/companies/${slug}/keys` : `/keys/${id}`;
    const body = { ...(method === 'POST' && { name: 'A', scopes: 'all' }), expires_at: after(ms) };

    expect(await gateway.admin(method, path, body)).toMatchObject({
      status: 400,
      body: {
        error: 'validation_failed',
        errors: [{ field: 'expires_at', message: 'expires_at must be in the future.' }],
      },
    });
  });

  it('is revoked within the minute, and its subscriptions with it', async () => {
    const key = await givenKey({ expires_at: after(10_000) });
    const other = await givenKey({ expires_at: after(30 * DAY_MS) });
    gateway.clock.advance(10_000);
    const expiredAt = gateway.clock.now().toISOString();

    await followUntil(async () => {
      expect(await findKey(key)).toMatchObject({ revoked_at: expiredAt });
    });

    expect(await findKey(other)).toMatchObject({ revoked_at: null });
    expect(await announced('key.revoked')).toMatchObject([
      { subject: String(key.id), data: { last4: key.last4 } },
    ]);
    expect(await announced('operator.acted')).toHaveLength(2);
    expect(await withKey(key)).toMatchObject(REFUSED);
  });

  it('is announced once for each expiry, two weeks before, by several gateways', async () => {
    const key = await givenKey({ name: 'ERP', expires_at: after(14 * DAY_MS + 1) });
    const later = await givenKey({ expires_at: after(14 * DAY_MS + 2 * HOUR_MS) });
    await givenKey();
    gateway.clock.advance(1);

    const first = async () => {
      expect(await announced('key.expiring')).toMatchObject([
        {
          subject: String(key.id),
          data: { name: 'ERP', mode: 'live', last4: key.last4, expires_at: key.expires_at },
        },
      ]);
    };
    await followUntil(first);
    await followUntil(first);

    await gateway.admin('PATCH', `/keys/${key.id}`, { expires_at: after(DAY_MS) });
    gateway.clock.advance(2 * HOUR_MS);
    await followUntil(async () => {
      const subjects = (await announced('key.expiring')).map(({ subject }) => subject);
      expect(subjects).toHaveLength(3);
      expect(subjects).toEqual(expect.arrayContaining([String(key.id), String(later.id)]));
    });
  });
});

describe('a rolled API key', () => {
  const roll = (id: number, keepHours: number) =>
    gateway.admin('POST', `/keys/${id}/roll`, { keep_hours: keepHours });

  it('has a successor with its settings, and works for as long as is said', async () => {
    const settings = { name: 'ERP', scopes: ['jobs:read'], ip_allowlist: ['127.0.0.1'] };
    const old = await givenKey({ ...settings, mode: 'test' });

    const { status, body } = await roll(old.id, 24);

    expect(status).toBe(201);
    expect(body['data']).toMatchObject({ ...settings, mode: 'test', expires_at: null });
    const rolled = body['data'] as Key;
    expect(rolled.id).not.toBe(old.id);
    expect(rolled.key).not.toBe(old.key);
    expect(await findKey(old)).toMatchObject({ expires_at: after(DAY_MS) });
    for (const key of [old, rolled]) expect((await withKey(key)).status).toBe(200);
    gateway.clock.advance(DAY_MS);
    expect(await withKey(old)).toMatchObject(REFUSED);
    expect((await withKey(rolled)).status).toBe(200);
  });

  it('is refused at once when nothing of it is kept', async () => {
    const old = await givenKey();
    expect((await withKey(old)).status).toBe(200);

    await roll(old.id, 0);

    expect(await withKey(old)).toMatchObject(REFUSED);
  });

  it('never lives longer than it would have, and its successor lives as long as it did', async () => {
    const old = await givenKey({ expires_at: after(2 * DAY_MS) });
    gateway.clock.advance(DAY_MS);

    const { body } = await roll(old.id, 168);

    expect(await findKey(old)).toMatchObject({ expires_at: old.expires_at });
    expect(body['data']).toMatchObject({ expires_at: after(2 * DAY_MS) });
  });

  it('is not announced as expiring', async () => {
    const old = await givenKey();
    await roll(old.id, 168);
    const other = await givenKey({ expires_at: after(DAY_MS) });

    await followUntil(async () => {
      expect(await announced('key.expiring')).toMatchObject([{ subject: String(other.id) }]);
    });
  });

  it('cannot be rolled once it has ended', async () => {
    const [revoked, expired] = [await givenKey(), await givenKey({ expires_at: after(1_000) })];
    await gateway.admin('POST', `/keys/${revoked.id}/revoke`);
    gateway.clock.advance(1_000);

    for (const { id } of [revoked, expired])
      expect(await roll(id, 1)).toMatchObject({ status: 404, body: { error: 'not_found' } });
    expect((await gateway.admin('GET', `/companies/${slug}/keys`)).body['data']).toHaveLength(2);
  });

  it.each([-1, 169, 1.5, '24', null])('does not live on for %j hours', async (hours) => {
    const { id } = await givenKey();
    expect(await gateway.admin('POST', `/keys/${id}/roll`, { keep_hours: hours })).toMatchObject({
      status: 400,
      body: { error: 'validation_failed', errors: [{ field: 'keep_hours' }] },
    });
  });
});
