import type { ServerResponse } from 'node:http';
import { createRun } from '@svc/database';
import { eventually } from '@svc/testing';
import { deleteExpiredResponses } from '../src/persistence/stored-responses';
import { aGateway, type AGateway } from './a-gateway';
import { sendBytes } from './raw-http';

describe('Idempotency-Key', () => {
  let gateway: AGateway;
  let slug: string;
  let key: string;
  let names = 0;

  beforeAll(async () => {
    gateway = await aGateway({ lockMs: 20_000 });
    ({ slug } = await gateway.givenCompany({ limits: { writes_per_minute: 1_000 } }));
    ({ key } = await gateway.givenKey(slug));
  });
  afterEach(() => gateway.service.behaveWell());
  afterAll(() => gateway.close());

  const newName = (): string => `name ${(names += 1)}`;
  const post = (
    name: string,
    { body = { a: 1 } as unknown, path = '/api/v1/jobs', as = key } = {},
  ) => gateway.ask(path, { method: 'POST', key: as, body, headers: { 'idempotency-key': name } });
  const asked = () => gateway.service.seen.length;

  it('replays the first answer with an id of its own', async () => {
    const name = newName();
    const first = await post(name);
    const before = asked();

    const again = await post(name);

    expect(asked()).toBe(before);
    expect(again.status).toBe(201);
    expect(again.body).toEqual({ ...first.body, request_id: again.headers['x-request-id'] });
    expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    expect(again.headers).toMatchObject({
      'idempotent-replayed': 'true',
      'content-type': 'application/json; charset=utf-8',
    });
    expect(first.headers['idempotent-replayed']).toBeUndefined();
  });

  it('counts a replay as a write', async () => {
    const name = newName();
    const first = await post(name);
    const again = await post(name);

    const left = ({ headers }: typeof first) => Number(headers['x-ratelimit-remaining']);
    expect(left(again)).toBe(left(first) - 1);
  });

  it('never reaches the service', async () => {
    await post(newName());

    expect(gateway.service.seen.at(-1)?.headers['idempotency-key']).toBeUndefined();
  });

  it.each([
    ['body', { body: { a: 2 } }],
    ['query', { path: '/api/v1/jobs?x=1' }],
    ['path', { path: '/api/v1/customers' }],
  ])('with another %s is 409 idempotency_key_reused', async (_, other) => {
    const name = newName();
    await post(name);

    const { status, body } = await post(name, other);

    expect([status, body['error']]).toEqual([409, 'idempotency_key_reused']);
  });

  it('is 409 idempotency_in_progress while the first request is running', async () => {
    const name = newName();
    let waiting: ServerResponse | undefined;
    gateway.service.behave((_, response) => void (waiting = response));
    const first = post(name);
    await eventually(() => expect(waiting).toBeDefined());

    const again = await post(name);
    waiting?.writeHead(201, { 'content-type': 'application/json' }).end('{"first":true}');

    expect([again.status, again.body['error']]).toEqual([409, 'idempotency_in_progress']);
    expect((await first).body).toEqual({ first: true });
    expect((await post(name)).body).toMatchObject({ first: true });
  });

  it('lets one of many parallel requests through', async () => {
    const name = newName();
    const before = asked();

    const answers = await Promise.all(Array.from({ length: 20 }, () => post(name)));

    expect(asked()).toBe(before + 1);
    for (const { status, body } of answers) {
      expect([201, 409]).toContain(status);
      if (status === 409) expect(body['error']).toBe('idempotency_in_progress');
    }
  });

  it('keeps refusals of the service, but no answer of 500', async () => {
    const name = newName();
    const answer = (status: number) =>
      gateway.service.behave((_, response) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end('{"n":1}');
      });
    answer(500);
    expect((await post(name)).status).toBe(500);
    answer(400);
    expect((await post(name)).status).toBe(400);
    answer(201);

    const { status, headers } = await post(name);

    expect([status, headers['idempotent-replayed']]).toEqual([400, 'true']);
  });

  it("does not keep the gateway's own refusals", async () => {
    const name = newName();
    expect((await post(name, { path: '/api/v1/jobs?id=1' })).status).toBe(400);

    expect((await post(name)).status).toBe(201);
  });

  it('belongs to one API key', async () => {
    const name = newName();
    const other = await gateway.givenKey(slug);
    await post(name);

    const { headers } = await post(name, { as: other.key });

    expect(headers['idempotent-replayed']).toBeUndefined();
  });

  it('is kept for 24 hours', async () => {
    const name = newName();
    await post(name);
    gateway.clock.advance(24 * 3_600_000 - 1);
    expect((await post(name)).headers['idempotent-replayed']).toBe('true');
    gateway.clock.advance(1);

    expect((await post(name)).headers['idempotent-replayed']).toBeUndefined();
  });

  it('leaves nothing behind once it has expired', async () => {
    const name = newName();
    await post(name);
    const expire = 'update idempotency_keys set expires_at = now() where idempotency_key = $1';
    await gateway.db.query(expire, [name]);

    await createRun(gateway.db)(deleteExpiredResponses);

    const find = 'select from idempotency_keys where idempotency_key = $1';
    expect(await gateway.db.query(find, [name])).toEqual([]);
  });

  it('is free again some time after the gateway died with its request', async () => {
    const name = newName();
    gateway.service.behave(() => undefined);
    const lost = post(name).catch(() => undefined);
    await eventually(async () => {
      const rows = await gateway.db.query(
        'select from idempotency_keys where idempotency_key = $1',
        [name],
      );
      expect(rows.length).toBe(1);
    });
    await gateway.db.query('update idempotency_keys set token = $2 where idempotency_key = $1', [
      name,
      'of a gateway that is gone',
    ]);
    await gateway.restart('after a crash');
    await lost;
    gateway.service.behaveWell();

    expect((await post(name)).body['error']).toBe('idempotency_in_progress');
    // The gateway's own clock must not matter.
    gateway.clock.advance(20_000);
    expect((await post(name)).body['error']).toBe('idempotency_in_progress');
    await gateway.db.query(
      `update idempotency_keys set locked_until = locked_until - interval '20 seconds'
       where idempotency_key = $1`,
      [name],
    );
    expect((await post(name)).status).toBe(201);
  });

  it('finds the answer that its client did not wait for', async () => {
    const name = newName();
    let waiting: ServerResponse | undefined;
    gateway.service.behave((_, response) => void (waiting = response));
    const head = [
      'POST /api/v1/jobs HTTP/1.1',
      'Host: x',
      `X-API-Key: ${key}`,
      `Idempotency-Key: ${name}`,
      'Content-Length: 7',
    ];
    await sendBytes(gateway.port, [`${head.join('\r\n')}\r\n\r\n{"a":1}`], { waitMs: 100 });
    waiting?.writeHead(201, { 'content-type': 'application/json' }).end('{"first":true}');

    const { body, headers } = await eventually(async () => {
      const answer = await post(name);
      expect(answer.status).toBe(201);
      return answer;
    });
    expect([body['first'], headers['idempotent-replayed']]).toEqual([true, 'true']);
  });

  describe('whose kept answer holds a signing secret', () => {
    const HOOKS = '/api/v1/hooks.php';
    const SECRET = 'whsec_c2VjcmV0LW9mLWEtc3Vic2NyaXB0aW9u';
    const HOOK = { event: 'job.created', target_url: 'https://hooks.example/é' };

    const subscribe = (name: string, as = key) =>
      fetch(`${gateway.url}${HOOKS}`, {
        method: 'POST',
        headers: { 'x-api-key': as, 'idempotency-key': name },
        body: JSON.stringify(HOOK),
      });
    const change = (name: string, set: string, ...values: readonly unknown[]) =>
      gateway.db.query(`update idempotency_keys set ${set} where idempotency_key = $1`, [
        name,
        ...values,
      ]);

    beforeEach(() =>
      gateway.service.behave((request, response) => {
        const body = {
          success: true,
          message: 'Subscribed.',
          data: { id: 5, ...HOOK, secret: SECRET },
          request_id: request.headers['x-request-id'],
          secret: SECRET,
        };
        const text = JSON.stringify(body);
        response.writeHead(201, { 'content-type': 'application/json; charset=utf-8' }).end(text);
      }),
    );

    it('is replayed byte for byte, but for the id of the request', async () => {
      const name = newName();
      const first = await subscribe(name);
      const again = await subscribe(name);

      const ids = [first, again].map(({ headers }) => headers.get('x-request-id') ?? '');
      expect(again.status).toBe(201);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
      expect(await again.text()).toBe((await first.text()).replace(String(ids[0]), String(ids[1])));
    });

    it('shows nothing of it in the database', async () => {
      const name = newName();
      expect(await (await subscribe(name)).text()).toContain(SECRET);

      const [row]: { readonly everything: string; readonly sealed_body: Buffer }[] =
        await gateway.db.query(
          'select k::text as everything, sealed_body from idempotency_keys k where idempotency_key = $1',
          [name],
        );

      expect(row?.sealed_body.length).toBeGreaterThan(SECRET.length);
      for (const word of ['whsec_', SECRET.slice(6), 'hooks.example', 'Subscribed']) {
        expect(row?.everything).not.toContain(word);
        expect(row?.everything).not.toContain(Buffer.from(word).toString('hex'));
      }
    });

    it.each([
      ['was changed', 'set_byte(sealed_body, 40, 255 - get_byte(sealed_body, 40))'],
      ['has another nonce', 'set_byte(sealed_body, 0, 255 - get_byte(sealed_body, 0))'],
      ['was cut', 'substring(sealed_body from 1 for 20)'],
      ['is gone', 'null'],
    ])('is 500 and not made again when it %s', async (_, bytes) => {
      const name = newName();
      await subscribe(name);
      await change(name, `sealed_body = ${bytes}`);
      const before = asked();

      const { status, body } = await post(name, { path: HOOKS, body: HOOK });

      expect([status, body['error']]).toEqual([500, 'internal_error']);
      expect(JSON.stringify(body)).not.toContain('whsec_');
      expect(asked()).toBe(before);
    });

    it('is 500 when it is that of another Idempotency-Key', async () => {
      const [name, other] = [newName(), newName()];
      await subscribe(name);
      await subscribe(other);
      const from = 'select sealed_body from idempotency_keys where idempotency_key = $2';
      await change(name, `sealed_body = (${from})`, other);

      expect((await subscribe(name)).status).toBe(500);
      expect((await subscribe(other)).status).toBe(201);
    });

    it.each([
      ['API key', () => Promise.resolve({ slug })],
      ['company', () => gateway.givenCompany()],
    ])('is 500 when it is that of another %s', async (_, givenOwner) => {
      const name = newName();
      const own = await gateway.givenKey(slug);
      const other = await gateway.givenKey((await givenOwner()).slug);
      await subscribe(name, own.key);
      await subscribe(name, other.key);
      const from = 'select sealed_body from idempotency_keys where idempotency_key = $1';
      await change(name, `sealed_body = (${from} and key_id = $2)`, other.id);

      expect((await subscribe(name, own.key)).status).toBe(500);
      expect((await subscribe(name, other.key)).status).toBe(201);
    });
  });

  it.each([
    ['empty', ''],
    ['longer than 255 characters', 'x'.repeat(256)],
  ])('that is %s is 400', async (_, name) => {
    const { status, body } = await post(name);

    expect([status, body['error']]).toEqual([400, 'validation_failed']);
  });

  it('names its request to the service, also once more after a fault, and no other request', async () => {
    const nameOf = async (name: string, more: Parameters<typeof post>[1] = {}) => {
      await post(name, more);
      return gateway.service.seen.at(-1)?.headers['x-svc-idempotency-key'];
    };
    const name = newName();
    gateway.service.behave((_request, response) => response.destroy());
    const first = await nameOf(name);
    gateway.service.behaveWell();

    expect(first).toMatch(/^[\w-]{43}$/);
    expect(await nameOf(name)).toBe(first);
    const other = await gateway.givenKey(slug);
    const others = [
      await nameOf(newName()),
      await nameOf(newName(), { body: { a: 2 } }),
      await nameOf(name, { as: other.key }),
    ];
    expect(new Set([first, ...others]).size).toBe(4);
    const outside = {
      method: 'POST',
      key,
      body: {},
      headers: { 'x-svc-idempotency-key': first as string },
    };
    await gateway.ask('/api/v1/jobs', outside);
    expect(gateway.service.seen.at(-1)?.headers['x-svc-idempotency-key']).toBeUndefined();
  });

  it('has no meaning on other methods', async () => {
    const name = newName();
    const put = () =>
      gateway.ask('/api/v1/jobs?id=1', {
        method: 'PUT',
        key,
        body: {},
        headers: { 'idempotency-key': name },
      });
    await put();

    expect((await put()).headers['idempotent-replayed']).toBeUndefined();
  });
});
