import { INTERNAL_IDEMPOTENCY_KEY_HEADER, type Collection, type Operation } from '@svc/contracts';
import type { OperationDocumentation } from '@svc/openapi';
import type { ApiResponse, Method } from '@svc/testing';
import type { HostileService } from './hostile-input';
import { ACCEPTED, describeOutcome, invalid, refused, type AnswerBody } from './outcomes';
import {
  buildAddress,
  createExpectDocumented,
  listFieldNames,
  startForSuite,
  type AddressedIds,
  type ContextApi,
} from './service-under-test';

type Body = Readonly<Record<string, unknown>>;

export interface IdentifiedKind<C extends Collection, S> {
  readonly list: keyof C['operations'] & string;
  readonly create: keyof C['operations'] & string;
  /** Every PUT and PATCH that changes the external id, with a valid body. */
  readonly updates: { readonly [Name in keyof C['operations'] & string]?: () => Body };
  readonly upsert: keyof C['operations'] & string;
  readonly selector: string;
  readonly key: string;
  body(service: S): Body | Promise<Body>;
  /** A body that can update a record, but not create one. */
  readonly change?: Body;
  readonly parent?: (service: S) => Promise<AddressedIds>;
  readonly remove?: (service: S, id: number) => Promise<unknown>;
  readonly restore?: (service: S, id: number) => Promise<ApiResponse<AnswerBody>>;
}

export type ExternalIds<C extends Collection, S extends HostileService> = ContextApi<C, S> & {
  readonly kinds: readonly IdentifiedKind<C, S>[];
};

interface RecordBody extends AnswerBody {
  readonly data: Readonly<Record<string, unknown>>;
  readonly item_id?: number;
  readonly record_id?: number;
}

interface ListBody extends AnswerBody {
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly pagination: { readonly total: number };
}

let made = 0;
function another(): string {
  made += 1;
  return `ERP ${made}/ä`;
}

const TAKEN = refused('duplicate_external_id');

/**
 * The shortest deadline of a service's calls. A fault sooner than this is the service's own; a
 * later one may be caused by a busy machine.
 */
const MIN_DEADLINE_MS = 2_000;

export function describeExternalIds<C extends Collection, S extends HostileService>({
  contract,
  documentation,
  start,
  kinds,
}: ExternalIds<C, S>): void {
  const expectDocumented = createExpectDocumented(contract, documentation);
  let service: S;
  startForSuite(start, (started) => (service = started));

  it('all that reads an external id is in this table', () => {
    const documented = Object.entries<OperationDocumentation>(documentation);
    const reading = documented.filter(
      ([, { query, body }]) =>
        listFieldNames(query).includes('external_id') ||
        listFieldNames(body).includes('external_id'),
    );
    const named = kinds.flatMap(({ list, create, updates, upsert }) => [
      list,
      create,
      ...Object.keys(updates),
      upsert,
    ]);

    expect([...named].sort()).toEqual(reading.map(([name]) => name).sort());
  });

  for (const kind of kinds) {
    describe(kind.upsert, () => {
      async function ask<Answered extends AnswerBody = RecordBody>(
        name: string,
        ids: AddressedIds,
        { body, query = {}, headers = {}, companyId = 1 }: Asked = {},
      ): Promise<ApiResponse<Answered>> {
        const operation = contract.operations[name] as Operation;
        const given = Object.entries(query).map(
          ([key, value]) => `${key}=${encodeURIComponent(value)}`,
        );
        const address = buildAddress(contract, operation, ids).replace('external_id=1', '');
        const answer = await service.api
          .as({ companyId })
          .send<Answered>(
            operation.method as Method,
            `${address}&${given.join('&')}`,
            body,
            headers,
          );
        expectDocumented(name, answer.status, answer.body);
        return answer;
      }

      const updates = Object.entries(kind.updates) as [string, () => Body][];

      const parentOf = async (): Promise<AddressedIds> => (await kind.parent?.(service)) ?? {};
      const idIn = ({ data }: RecordBody): number => Number(data[kind.key]);

      async function given(parent: AddressedIds, own: Body = {}): Promise<number> {
        const body = { ...(await kind.body(service)), ...own };
        const answer = await ask(kind.create, parent, { body });
        expect(describeOutcome(answer)).toBe(ACCEPTED);
        return idIn(answer.body);
      }

      async function found(
        parent: AddressedIds,
        external_id: string,
        companyId?: number,
      ): Promise<unknown[]> {
        const query = { external_id };
        const { body } = await ask<ListBody>(kind.list, parent, { query, companyId });
        expect(body.pagination.total).toBe(body.data.length);
        for (const record of body.data)
          expect(record['external_id']).toBe(external_id.replaceAll('\u200B', '').trim());
        return body.data.map((record) => record[kind.key]);
      }

      const upsert = (parent: AddressedIds, external_id: string, body: Body, headers = {}) =>
        ask(kind.upsert, parent, { query: { external_id }, body, headers });

      it('is shown, and finds its record alone', async () => {
        const parent = await parentOf();
        const [mine, other] = [another(), another()];
        const id = await given(parent, { external_id: `  \u200E${mine.replace('/', '\u200B/')} ` });
        await given(parent, { external_id: other });
        await given(parent);

        expect(await found(parent, mine)).toEqual([id]);
        expect(await found(parent, ` ${mine} `)).toEqual([id]);
        expect(await found(parent, `${mine}\u200B`)).toEqual([id]);
        expect(await found(parent, mine.toLowerCase())).toEqual([]);
        expect(await found(parent, mine.normalize('NFD'))).toEqual([]);
        expect(await found(parent, another())).toEqual([]);
        if (!kind.parent) expect(await found(parent, mine, 2)).toEqual([]);
      });

      it('belongs to one record, whose id the refusal of another names', async () => {
        const parent = await parentOf();
        const external_id = another();
        const id = await given(parent, { external_id });
        const rival = await given(parent);
        const body = { ...(await kind.body(service)), external_id };
        const before = (await ask<ListBody>(kind.list, parent)).body;

        const headers = { [INTERNAL_IDEMPOTENCY_KEY_HEADER]: `taken-${id}` };
        const refusals = [
          await ask(kind.create, parent, { body }),
          await ask(kind.create, parent, { body, headers }),
        ];
        for (const [update, change] of updates) {
          const ids = { ...parent, [kind.selector]: rival };
          refusals.push(await ask(update, ids, { body: { ...change(), external_id } }));
        }

        expect(refusals.map(describeOutcome)).toEqual(refusals.map(() => TAKEN));
        for (const refusal of refusals)
          expect(refusal.body).toMatchObject({ matched_field: 'external_id', record_id: id });
        const { data, pagination } = (await ask<ListBody>(kind.list, parent)).body;
        expect({ data, pagination }).toEqual({ data: before.data, pagination: before.pagination });
      });

      it('goes to one of many that are created with it at once', async () => {
        const parent = await parentOf();
        const external_id = another();
        const bodies: Body[] = [];
        for (let n = 0; n < 6; n += 1) bodies.push({ ...(await kind.body(service)), external_id });

        const answers = await Promise.all(
          bodies.map((body, n) => {
            const headers: Record<string, string> =
              n % 2 === 0 ? {} : { [INTERNAL_IDEMPOTENCY_KEY_HEADER]: `at-once-${made}-${n}` };
            return ask(kind.create, parent, { body, headers });
          }),
        );

        expect(answers.map(describeOutcome).sort()).toEqual([
          ...Array<string>(5).fill(TAKEN),
          ACCEPTED,
        ]);
        expect(await found(parent, external_id)).toHaveLength(1);
      });

      for (const [update, usual] of updates) {
        it(`is given, kept, and taken away by ${update}`, async () => {
          const parent = await parentOf();
          const external_id = another();
          const id = await given(parent);
          const change = (body: Body) =>
            ask(update, { ...parent, [kind.selector]: id }, { body: { ...usual(), ...body } });

          expect(describeOutcome(await change({ external_id }))).toBe(ACCEPTED);
          expect(await found(parent, external_id)).toEqual([id]);
          expect(describeOutcome(await change({}))).toBe(ACCEPTED);
          expect(await found(parent, external_id)).toEqual([id]);
          expect(describeOutcome(await change({ external_id: null }))).toBe(ACCEPTED);
          expect(await found(parent, external_id)).toEqual([]);
          const heir = await given(parent, { external_id });
          expect(await found(parent, external_id)).toEqual([heir]);
        });
      }

      it('creates the record, and updates it from then on', async () => {
        const parent = await parentOf();
        const external_id = another();
        const whole = await kind.body(service);

        const first = await upsert(parent, external_id, whole);
        expect(first.status).toBe(201);
        const id = idIn(first.body);
        expect(await found(parent, external_id)).toEqual([id]);

        const second = await upsert(parent, ` ${external_id}\u2060 `, { ...whole, ...kind.change });
        expect([second.status, idIn(second.body)]).toEqual([200, id]);
        const change = kind.change ?? whole;
        const third = await upsert(parent, external_id, { ...change, external_id });
        expect([third.status, idIn(third.body)]).toEqual([200, id]);
        const blank = { ...change, external_id: ' ' };
        expect((await upsert(parent, external_id, blank)).status).toBe(200);
        expect(await found(parent, external_id)).toEqual([id]);
      });

      it('creates one record when requests race', async () => {
        const parent = await parentOf();
        for (let round = 0; round < 5; round += 1) {
          const external_id = another();
          // A client repeats the same body, whose other unique values conflict as well.
          const same = await kind.body(service);
          const bodies: Body[] = [];
          for (let n = 0; n < 8; n += 1)
            bodies.push(round % 2 === 0 ? same : await kind.body(service));

          let isStarved = false;
          /** Repeats the request after a late fault, as a client does. */
          async function answerTo(body: Body): Promise<ApiResponse<RecordBody>> {
            const askedAt = performance.now();
            const answer = await upsert(parent, external_id, body);
            const isLate = performance.now() - askedAt >= MIN_DEADLINE_MS;
            if (answer.status !== 500 || !isLate) return answer;
            isStarved = true;
            return answerTo(body);
          }

          const answers = await Promise.all(bodies.map(answerTo));

          const statuses = answers.map(({ status }) => status).sort();
          const allFound = Array<number>(8).fill(200);
          // A write that ended with a fault may have been done.
          const wanted =
            isStarved && !statuses.includes(201) ? allFound : [...allFound.slice(1), 201];
          expect(statuses).toEqual(wanted);
          expect(new Set(answers.map(({ body }) => idIn(body))).size).toBe(1);
          expect(await found(parent, external_id)).toHaveLength(1);
        }
      });

      it('is the one in the address', async () => {
        const parent = await parentOf();
        const whole = await kind.body(service);
        const before = await service.writtenRows();

        for (const external_id of [another(), null, 5]) {
          const answer = await upsert(parent, another(), { ...whole, external_id });
          expect(describeOutcome(answer)).toBe(invalid('external_id'));
        }
        for (const external_id of ['', '  ', 'x'.repeat(256)]) {
          const answer = await upsert(parent, external_id, whole);
          expect(describeOutcome(answer)).toBe(invalid('external_id'));
        }
        expect(await service.writtenRows()).toEqual(before);
        expect((await upsert(parent, '🔧'.repeat(255), whole)).status).toBe(201);
        const blank = { ...(await kind.body(service)), external_id: ' ' };
        expect((await upsert(parent, another(), blank)).status).toBe(201);
      });

      it('creates nothing of a body without what is required, nor against a precondition', async () => {
        const parent = await parentOf();
        const external_id = another();
        const whole = await kind.body(service);
        const before = await service.writtenRows();

        expect((await upsert(parent, external_id, kind.change ?? {})).status).toBe(400);
        expect(await upsert(parent, external_id, whole, { 'if-match': '*' })).toMatchObject({
          status: 412,
          body: { current_version: null },
        });
        expect(await service.writtenRows()).toEqual(before);

        const none = { 'if-none-match': '*' };
        expect((await upsert(parent, external_id, whole, none)).status).toBe(201);
        expect(await upsert(parent, external_id, whole, none)).toMatchObject({
          status: 412,
          body: { current_version: 1 },
        });
        expect(await upsert(parent, external_id, whole, { 'if-match': '*' })).toMatchObject({
          status: 200,
        });
      });

      const { remove, restore } = kind;
      if (remove && restore) {
        it('is left by a record that is gone, which comes back without a rival alone', async () => {
          const parent = await parentOf();
          const external_id = another();
          const id = await given(parent, { external_id });
          await remove(service, id);

          const { status, body } = await upsert(parent, external_id, await kind.body(service));
          expect(status).toBe(201);
          expect(await restore(service, id)).toMatchObject({
            status: 409,
            body: { error: 'duplicate_external_id', record_id: idIn(body) },
          });
          await remove(service, idIn(body));
          expect(await restore(service, id)).toMatchObject({ status: 200 });
          expect(await found(parent, external_id)).toEqual([id]);
        });
      }
    });
  }
}

interface Asked {
  readonly body?: Body;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly companyId?: number | undefined;
}
