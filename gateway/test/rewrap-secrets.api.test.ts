import { randomBytes } from 'node:crypto';
import { expectWaitingForLocks } from '@svc/testing';
import { aGateway, type AGateway } from './a-gateway';

const [former, current] = [randomBytes(32), randomBytes(32)];
const OF_ONE = { rewrapped: 1, already: 2, unreadable: 0 };
const OF_WEBHOOKS = { rewrapped: 2, already: 4, unreadable: 0 };

describe('a new ENCRYPTION_KEY', () => {
  let gateway: AGateway;
  let slug: string;
  let key: string;

  beforeEach(async () => {
    gateway = await aGateway({ encryptionKeys: [former] });
    ({ slug } = await gateway.givenCompany());
    ({ key } = await gateway.givenKey(slug));
  });
  afterEach(() => gateway.close());

  const post = (name: string, by = key) =>
    gateway.ask('/api/v1/jobs', {
      method: 'POST',
      key: by,
      body: {},
      headers: { 'idempotency-key': name },
    });
  const isReplayed = async (name: string) => {
    const { status, headers } = await post(name);
    return [status, headers['idempotent-replayed']];
  };
  async function rewrap(company = slug) {
    gateway.service.behave((_, response) => {
      const body = JSON.stringify({ success: true, data: OF_ONE });
      response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    });
    const answer = await gateway.admin('POST', `/companies/${company}/secrets/rewrap`);
    gateway.service.behaveWell();
    return answer;
  }

  it('opens kept answers beside the former one, and alone once they are rewrapped', async () => {
    await post('first');
    await post('second');
    await gateway.restart('gently', [current, former]);
    await post('third');
    expect(await isReplayed('first')).toEqual([201, 'true']);

    const { status, body } = await rewrap();

    expect([status, body['data']]).toEqual([
      200,
      { gateway: { rewrapped: 2, already: 1, unreadable: 0 }, webhooks: OF_WEBHOOKS },
    ]);
    await gateway.restart('gently', [current]);
    for (const name of ['first', 'second', 'third']) {
      expect(await isReplayed(name)).toEqual([201, 'true']);
    }
  });

  it('alone opens nothing that was not rewrapped, and counts it', async () => {
    await post('first');
    await gateway.restart('gently', [current]);

    expect(await isReplayed('first')).toEqual([500, undefined]);
    const { body } = await rewrap();
    expect(body['data']).toMatchObject({ gateway: { rewrapped: 0, already: 0, unreadable: 1 } });
  });

  it('is brought to many answers, and only once', async () => {
    const names = Array.from({ length: 45 }, (_, at) => `name ${at}`);
    await Promise.all(names.map((name) => post(name)));
    await gateway.restart('gently', [current, former]);

    const counts = [await rewrap(), await rewrap()].map(
      ({ body }) => (body['data'] as Record<string, unknown>)['gateway'],
    );

    expect(counts).toEqual([
      { rewrapped: 45, already: 0, unreadable: 0 },
      { rewrapped: 0, already: 45, unreadable: 0 },
    ]);
  });

  it('overwrites no answer that is kept anew meanwhile', async () => {
    await post('first');
    await gateway.restart('gently', [current, former]);
    const keeping = gateway.db.createQueryRunner();
    await keeping.startTransaction();
    await keeping.query(`update idempotency_keys set sealed_body = 'newer'`);

    const counts = rewrap();
    await expectWaitingForLocks(gateway.db, 1);
    await keeping.commitTransaction();
    await keeping.release();

    expect((await counts).body['data']).toMatchObject({ gateway: { rewrapped: 0, already: 1 } });
    expect(await gateway.db.query('select sealed_body from idempotency_keys')).toEqual([
      { sealed_body: Buffer.from('newer') },
    ]);
  });

  it('asks webhooks for the company in the name of the operator, and touches no other', async () => {
    const other = await gateway.givenCompany();
    await post('first');
    await gateway.restart('gently', [current, former]);

    const { body } = await rewrap(other.slug);

    expect(body['data']).toMatchObject({ gateway: { rewrapped: 0, already: 0, unreadable: 0 } });
    expect(gateway.service.seen.at(-1)).toMatchObject({
      method: 'POST',
      url: '/admin/secrets/rewrap',
    });
  });

  it('leaves nothing under the former one of a sandbox that was emptied before', async () => {
    const { key: test } = await gateway.givenKey(slug, { mode: 'test' });
    await post('first');
    await post('of the sandbox', test);
    gateway.service.behave((_, response) => {
      const body = JSON.stringify({ success: true, data: { deleted: 0, is_empty: true } });
      response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    });
    await gateway.admin('POST', `/companies/${slug}/sandbox/reset`);
    gateway.service.behaveWell();
    await gateway.restart('gently', [current, former]);

    const { body } = await rewrap();

    expect(body['data']).toMatchObject({ gateway: { rewrapped: 1, already: 0, unreadable: 0 } });
    expect(await gateway.db.query('select idempotency_key from idempotency_keys')).toEqual([
      { idempotency_key: 'first' },
    ]);
  });

  it('is not said to be everywhere while webhooks does not answer', async () => {
    gateway.service.behave((_, response) => {
      response.writeHead(503, { 'content-type': 'application/json' }).end('{}');
    });

    const answer = await gateway.admin('POST', `/companies/${slug}/secrets/rewrap`);

    expect([answer.status, answer.body['error']]).toEqual([500, 'internal_error']);
  });
});
