import {
  BULK_HEADER,
  INTERNAL_IDEMPOTENCY_KEY_HEADER,
  POOL_SIZE,
  resolveOperation,
  type Collection,
  type Operation,
  type Query,
  type Scope,
} from '@svc/contracts';
import type { ApiClient, ApiResponse, Method } from '@svc/testing';
import { createExpectDocumented, startForSuite, type ContextApi } from './service-under-test';
import type { FieldCases } from './field-cases';
import type { HostileService, OperationInput } from './hostile-input';

/** One operation of a bulk; its ids and `sub` are the query of the equivalent single call. */
export interface OperationOfBulk {
  readonly method: Method;
  readonly id?: number;
  readonly location_id?: number;
  readonly sub?: string;
  readonly body: unknown;
}

export interface Bulks<C extends Collection, S extends HostileService> extends ContextApi<C, S> {
  /** Returns a different record at each call. */
  readonly create: (service: S, companyId: number) => OperationOfBulk | Promise<OperationOfBulk>;
  readonly idOf: (body: SingleBody) => number;
  /** Each `n` is a different change. */
  readonly change: (id: number, n: number) => OperationOfBulk;
  /** One operation of every other row of the endpoint table that writes, on a record that `create` made. */
  readonly others?: (
    service: S,
    id: number,
  ) => readonly OperationOfBulk[] | Promise<readonly OperationOfBulk[]>;
  /** Writes without an example, because their records cannot be created yet. */
  readonly noneYet?: readonly (keyof C['operations'] & string)[];
  readonly readingScopes: readonly Scope[];
}

interface BulkBody {
  readonly message: string;
  readonly data: readonly { readonly status: number; readonly body: SingleBody }[];
}

interface SingleBody {
  readonly data?: Readonly<Record<string, unknown>>;
  readonly item_id?: unknown;
}

/**
 * Tests bulks as `.github/docs/integrators.md` describes them ("Bulk"), and a person's single POSTs
 * under a key.
 */
export function describeBulks<C extends Collection, S extends HostileService>({
  contract,
  documentation,
  start,
  create,
  idOf,
  change,
  others,
  noneYet = [],
  readingScopes,
}: Bulks<C, S>): void {
  const expectDocumented = createExpectDocumented(contract, documentation);
  const address = `${contract.path}?action=bulk`;
  const bulk = Object.values<Operation>(contract.operations).find(
    ({ where }) => where['action'] === 'bulk',
  );
  let service: S;
  let names = 0;
  startForSuite(start, (started) => (service = started));

  async function send(
    operations: readonly OperationOfBulk[],
    { name, api = service.api }: { readonly name?: string; readonly api?: ApiClient } = {},
  ): Promise<ApiResponse<BulkBody>> {
    const headers: Record<string, string> = name === undefined ? {} : { [BULK_HEADER]: name };
    const answer = await api.send<BulkBody>('POST', address, { operations }, headers);
    expectDocumented(bulk?.name ?? 'no bulk', answer.status, answer.body);
    return answer;
  }
  const statusesOf = ({ body }: ApiResponse<BulkBody>) => body.data.map(({ status }) => status);
  const newName = (): string => `bulk ${(names += 1)}`;
  const createMany = async (count: number): Promise<OperationOfBulk[]> => {
    const all: OperationOfBulk[] = [];
    for (let made = 0; made < count; made += 1) all.push(await create(service, 1));
    return all;
  };
  const created = async (): Promise<number> => {
    const { body } = await send([await create(service, 1)]);
    const [answer] = body.data;
    if (answer?.status !== 201) throw new Error(`Not created: ${JSON.stringify(body)}`);
    return idOf(answer.body);
  };

  const queryOf = ({ id, location_id, sub }: OperationOfBulk): Query => {
    const query: Record<string, string> = {};
    if (id !== undefined) query['id'] = String(id);
    if (location_id !== undefined) query['location_id'] = String(location_id);
    if (sub === 'locations') query['locations'] = '1';
    else if (sub !== undefined) query['sub'] = sub;
    return query;
  };
  const alone = (
    operation: OperationOfBulk,
    { key, api = service.api }: { readonly key?: string; readonly api?: ApiClient } = {},
  ): Promise<ApiResponse<SingleBody>> => {
    const query = Object.entries(queryOf(operation)).map(([name, value]) => `${name}=${value}`);
    return api.send<SingleBody>(
      operation.method,
      `${contract.path}?${query.join('&')}`,
      operation.body,
      key === undefined ? {} : { [INTERNAL_IDEMPOTENCY_KEY_HEADER]: key },
    );
  };

  it('rejects an operation with an unknown field alone where strict handling is preferred', async () => {
    const valid = await create(service, 1);
    const second = await create(service, 1);
    const mistaken = { ...second, body: { ...Object(second.body), no_such_field: 1 } };
    const operations = [valid, mistaken];
    const headers = { Prefer: 'handling=strict' };

    const strict = await service.api.send<BulkBody>('POST', address, { operations }, headers);
    const lenient = await send([mistaken]);

    expect(strict.headers).toMatchObject({ 'preference-applied': 'handling=strict' });
    expect(strict.body.data).toMatchObject([
      { status: 201 },
      { status: 400, body: { errors: [{ field: 'no_such_field' }] } },
    ]);
    expect(statusesOf(lenient)).toEqual([201]);
  });

  it('carries out every kind of write of the collection, each answered as documented', async () => {
    const id = await created();
    const operations = [change(id, 1), ...((await others?.(service, id)) ?? [])];

    const { body } = await send(operations);

    const done = body.data.map((answer, place) => {
      const operation = operations[place] as OperationOfBulk;
      const { name } = resolveOperation(contract, operation.method, queryOf(operation));
      expect([name, answer]).toEqual([name, expect.objectContaining({ body: expect.any(Object) })]);
      expectDocumented(name, answer.status, answer.body);
      expect([name, answer.status < 300]).toEqual([name, true]);
      return name;
    });
    const creates = await create(service, 1);
    const writes = Object.values<Operation>(contract.operations)
      // Operations of a bulk name records by their ids.
      .filter(({ selectors }) => !selectors.includes('external_id'))
      .filter(({ method, tier }) => method !== 'DELETE' && tier === 'write')
      .filter(({ name }) => name !== bulk?.name)
      .map(({ name }) => name);
    const { name } = resolveOperation(contract, creates.method, queryOf(creates));
    expect([...new Set([...done, name]), ...noneYet].sort()).toEqual(writes.sort());
    expect(body.message).toBe(`${done.length} of ${done.length} operations succeeded.`);
  });

  it('refuses each operation in the words of the single call, and does the others', async () => {
    const id = await created();
    const refused: OperationOfBulk[] = [
      { method: 'PUT', body: {} },
      { method: 'POST', id, body: {} },
      { method: 'POST', sub: 'unheard-of', body: {} },
      { ...change(987_654_321, 1) },
      { ...change(id, 1), body: {} },
      { ...(await create(service, 1)), body: { unknown: 1 } },
      { ...(await create(service, 1)), body: { a: ['b\0c'], d: 'e\ud800' } },
      { ...(await create(service, 1)), body: JSON.parse(nested(25)) },
    ];

    const { body } = await send([change(id, 1), ...refused, change(id, 2)]);

    const singles: unknown[] = [];
    for (const operation of refused) {
      const single = await alone(operation);
      singles.push({ status: single.status, body: single.body });
    }
    expect(body.data.slice(1, -1)).toEqual(singles);
    expect(singles.every((single) => Number(Reflect.get(Object(single), 'status')) >= 400)).toBe(
      true,
    );
    expect([body.data.at(0)?.status, body.data.at(-1)?.status]).toEqual([200, 200]);
    expect(body.message).toBe('2 of 10 operations succeeded.');
  });

  it('does 100 operations, those on one record in their order', async () => {
    const ids = [await created(), await created()];
    const operations = Array.from({ length: 100 }, (_, n) => change(ids[n % 2] ?? 0, n));

    const answer = await send(operations);

    expect(new Set(statusesOf(answer))).toEqual(new Set([200]));
    const again = await send([change(ids[0] ?? 0, 98), change(ids[1] ?? 0, 99)]);
    expect(statusesOf(again)).toEqual([200, 200]);
    for (const id of ids) {
      const { body } = await service.api.get<SingleBody>(`${contract.path}?id=${id}`);
      expect(JSON.stringify(body.data)).toContain(
        JSON.stringify(lastOf(operations, id)).slice(1, -1),
      );
    }
  });

  it('refuses what the caller has no scope for, operation by operation', async () => {
    const api = service.api.as({ scopes: readingScopes });
    const before = await service.writtenRows();

    const { status, body } = await send(await createMany(2), { api });

    expect(status).toBe(200);
    expect(body.data).toEqual(
      [1, 2].map(() => ({
        status: 403,
        body: expect.objectContaining({ error: 'insufficient_scope', request_id: 'req_1' }),
      })),
    );
    expect(await service.writtenRows()).toEqual(before);
  });

  describe('with an Idempotency-Key', () => {
    it('does each operation once however often it is repeated, with the same answers', async () => {
      const name = newName();
      const operations = [...(await createMany(5)), { method: 'PUT', body: {} } as const];
      const first = await send(operations, { name });
      const before = await service.writtenRows();

      const again = await send(operations, { name });

      expect(statusesOf(first)).toEqual([201, 201, 201, 201, 201, 400]);
      expect(again.body).toEqual(first.body);
      expect(await service.writtenRows()).toEqual(before);
    });

    it('goes on where it was left, as often as that takes', async () => {
      const name = newName();
      const operations = await createMany(6);
      const begun = await send(operations.slice(0, 2), { name });
      const further = await send(operations.slice(0, 4), { name });

      const { body } = await send(operations, { name });

      expect(body.data.slice(0, 2)).toEqual(begun.body.data);
      expect(body.data.slice(0, 4)).toEqual(further.body.data);
      const ids = body.data.map((answer) => idOf(answer.body));
      expect(new Set(ids).size).toBe(6);
    });

    it('does each operation once when it is repeated while it runs', async () => {
      const name = newName();
      const operations = await createMany(12);

      const answers = await Promise.all([1, 2, 3].map(() => send(operations, { name })));

      expect(new Set(statusesOf(answers[0] as ApiResponse<BulkBody>))).toEqual(new Set([201]));
      expect(answers[1]?.body).toEqual(answers[0]?.body);
      expect(answers[2]?.body).toEqual(answers[0]?.body);
    });

    it('is another one in another company, and by another name', async () => {
      const name = newName();
      const id = await created();
      const operations = [change(id, 1)];
      await send(operations, { name });

      const other = await send(operations, { name, api: service.api.as({ companyId: 2 }) });

      expect(statusesOf(other)).toEqual([404]);
      expect(statusesOf(await send([change(id, 2)], { name: newName() }))).toEqual([200]);
    });
  });

  describe('a POST of a person under a key', () => {
    it('is done once, however often and at whatever time it is sent', async () => {
      const id = await created();
      const posts = [await create(service, 1), ...((await others?.(service, id)) ?? [])].filter(
        ({ method }) => method === 'POST',
      );
      for (const post of posts) {
        const key = newName();
        const answers = await Promise.all([1, 2, 3].map(() => alone(post, { key })));
        const before = await service.writtenRows();

        const again = await alone(post, { key });

        expect([post, again.status < 300]).toEqual([post, true]);
        expect(answers.map(({ body }) => body)).toEqual([again.body, again.body, again.body]);
        expect(await service.writtenRows()).toEqual(before);
      }
    });

    it('needs one connection, however many companies send theirs at once', async () => {
      // More than a service reserves ids for at once.
      const companyIds = Array.from({ length: 5 * POOL_SIZE }, (_, n) => 1 + (n % POOL_SIZE));
      const creations: [OperationOfBulk, ApiClient][] = [];
      for (const companyId of companyIds)
        creations.push([await create(service, companyId), service.api.as({ companyId })]);

      const answers = await Promise.all(
        creations.map(([operation, api]) => alone(operation, { key: newName(), api })),
      );

      expect(answers.map(({ status }) => status)).toEqual(creations.map(() => 201));
    });

    it('is another one under another key, and in another company', async () => {
      const key = newName();
      const other = service.api.as({ companyId: 2 });
      const first = await alone(await create(service, 1), { key });

      expect(idOf((await alone(await create(service, 1), { key: newName() })).body)).not.toBe(
        idOf(first.body),
      );
      expect(
        await alone({ ...(await create(service, 1)), body: {} }, { key, api: other }),
      ).toMatchObject({ status: 400 });
    });

    it('is refused under the key of a different one, and may be mended under its own', async () => {
      const key = newName();
      const wrong = { ...(await create(service, 1)), body: { unknown: 1 } };
      expect((await alone(wrong, { key })).status).toBe(400);
      expect((await alone(await create(service, 1), { key })).status).toBe(201);
      const before = await service.writtenRows();

      expect(await alone(wrong, { key })).toMatchObject({
        status: 409,
        body: { error: 'idempotency_key_reused' },
      });
      expect(await service.writtenRows()).toEqual(before);
    });

    it('needs the scope of its operation', async () => {
      const api = service.api.as({ scopes: readingScopes });

      expect(await alone(await create(service, 1), { key: newName(), api })).toMatchObject({
        status: 403,
        body: { error: 'insufficient_scope' },
      });
    });
  });
}

const lastOf = (operations: readonly OperationOfBulk[], id: number): unknown =>
  operations.findLast((each) => each.id === id)?.body;

const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

const anOperation = { method: 'POST', body: {} };

const within = (value: unknown, ...places: readonly string[]) => ({
  value,
  error: 'validation_failed' as const,
  within: places,
});

const OPERATIONS: FieldCases = {
  accepted: [
    [{ ...anOperation, id: 987_654_321 }],
    [{ ...anOperation, id: 2 ** 60, unknown: [1] }],
    [{ ...anOperation, sub: 'unheard-of' }],
    [{ ...anOperation, location_id: 1 }],
    [{ ...anOperation, body: { a: 'b\0c', d: ['\ud800'] } }],
    ...['POST', 'PUT', 'PATCH'].map((method) => [{ method, body: { unknown: 1 } }]),
    Array(100).fill(anOperation),
  ],
  refused: [
    ...[undefined, null, 'x', 5, true, {}, [], Array(101).fill(anOperation)].map((value) =>
      within(value),
    ),
    ...[null, 'x', 5, true, []].map((one) => within([one], '.0')),
    within([anOperation, {}], '.1.method', '.1.body'),
    ...['GET', 'DELETE', 'post', '', null, 5].map((method) =>
      within([{ ...anOperation, method }], '.0.method'),
    ),
    ...[null, 'x', 5, true, []].map((body) => within([{ ...anOperation, body }], '.0.body')),
    ...['1', 0, -1, 1.5, null, [1]].map((id) => within([{ ...anOperation, id }], '.0.id')),
    within([{ ...anOperation, location_id: 'x' }], '.0.location_id'),
    ...['', 5, null].map((sub) => within([{ ...anOperation, sub }], '.0.sub')),
  ],
};

export const bulkInput = <S>(
  operation: (service: S) => object | Promise<object>,
): OperationInput<S> => ({
  body: async (service) => ({ operations: [await operation(service)] }),
  fields: { operations: OPERATIONS },
});
