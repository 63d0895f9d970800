import type { Collection, ErrorCode, Operation } from '@svc/contracts';
import type { ExpectDocumented, OperationDocumentation } from '@svc/openapi';
import type { Answer, ApiClient, Method } from '@svc/testing';
import fc from 'fast-check';
import type { ObjectSchema } from 'joi';
import { cases as fieldCases, inQuery, type FieldCases } from './field-cases';
import { oddText, spoil, spoiling, withField } from './odd-values';
import {
  ACCEPTED,
  expectOutcomes,
  invalid,
  outcomeOf,
  refused,
  shown,
  type AnswerBody,
} from './outcomes';
import {
  addressOf,
  expectDocumentedIn,
  isAnyId,
  namesIn,
  type AddressedIds,
  type ContextApi,
  type ServiceUnderTest,
} from './service-under-test';
import { ACCEPTED_BODIES, refusedBodies, type RefusedBody } from './whole-bodies';

/** A service that can show all that it has written, to see that it wrote nothing. */
export interface HostileService extends ServiceUnderTest {
  everything(): Promise<unknown>;
}

/** What is an operation's own; the rest follows from the endpoint table and the decisions. */
export interface OperationInput<S> {
  /**
   * The records that it addresses, asked for each request. Absent as long as none can be made: then
   * what is in order is not found.
   */
  readonly ids?: (service: S) => AddressedIds | Promise<AddressedIds>;
  /** A body that is in order, with a value for each of the fields; asked for each request. */
  readonly body?: (service: S) => object | Promise<object>;
  /** Every field of the body; one of an object in it as `location.notes`. */
  readonly fields?: Cases;
  /** How a body without any field is refused; validation_failed when absent. */
  readonly emptyBody?: ErrorCode;
  /** Every parameter of the query but those of all lists. */
  readonly query?: Cases;
}

let externalIds = 0;

/** The input of a PUT by external id, by that of the creation: each request is for another record. */
export const upsertInput = <S>(create: OperationInput<S>): OperationInput<S> => ({
  ...create,
  async ids(service) {
    externalIds += 1;
    return { ...(await create.ids?.(service)), external_id: externalIds };
  },
  fields: {
    ...create.fields,
    external_id: fieldCases([undefined], [null, 5, [], {}, '', 'another']),
  },
});

/** A route of the operator, or of another context, whose bodies are not trusted more. */
export interface OperatorInput<S> {
  /** The operator where it is absent. */
  readonly asker?: (service: S) => ApiClient;
  readonly method: Method;
  readonly path: string;
  readonly body: (service: S) => object | Promise<object>;
}

export interface HostileInput<C extends Collection, S extends HostileService> extends ContextApi<
  C,
  S
> {
  readonly operations: { readonly [Name in keyof C['operations'] & string]: OperationInput<S> };
  readonly operator?: readonly OperatorInput<S>[];
  /** Expects what holds whatever was sent. */
  readonly expectSound?: (service: S) => Promise<void>;
}

type Cases = Readonly<Record<string, FieldCases>>;

/**
 * Asks every operation of a context, one by one, for what no honest client would send: each answer is
 * the refusal of `.github/docs/decisions.md` ("Addresses", "Request body", "Size of a body", "Query",
 * "Empty and odd values", "Numbers", "Text limits", "Timestamps in"), and nothing is written.
 */
export function describeHostileInput<C extends Collection, S extends HostileService>({
  contract,
  documentation,
  start,
  operations,
  operator = [],
  expectSound = async () => undefined,
}: HostileInput<C, S>): void {
  let service: S;
  beforeAll(async () => {
    service = await start();
  });
  afterAll(() => service.close());

  const suite: Suite<S> = {
    contract,
    service: () => service,
    expectDocumented: expectDocumentedIn(contract, documentation),
    expectSound,
  };
  const inputs = operations as Readonly<Record<string, OperationInput<S>>>;
  const documented = documentation as Readonly<Record<string, OperationDocumentation>>;

  describePath(
    suite,
    Object.values(inputs).flatMap(({ query = {} }) => Object.keys(query)),
  );
  describe.each(Object.entries(contract.operations))('%s', (name, operation) => {
    const { query, body, requestExample } = documented[name] ?? {};
    const asked = askedOperation(suite, operation, inputs[name] ?? {});
    describeAddress(asked);
    describeQuery(asked, query);
    if (body) describeBody(asked, body);
    if (requestExample) describeExample(asked, requestExample);
  });
  for (const input of operator) {
    describe(`${input.method} ${input.path}, which is private`, () => {
      describeOperator(suite, input);
    });
  }
}

interface Suite<S> {
  readonly contract: Collection;
  readonly service: () => S;
  readonly expectDocumented: ExpectDocumented;
  readonly expectSound: (service: S) => Promise<void>;
}

/** What all operations of a path have in common. */
function describePath<S extends HostileService>(
  { contract, service }: Suite<S>,
  filters: readonly string[],
): void {
  const { path, methods, selectors } = contract;
  const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

  for (const method of METHODS.filter((each) => !methods.has(each))) {
    it(`has no ${method}`, async () => {
      const answer = await service().api.send<AnswerBody>(method, path);

      expect(outcomeOf(answer)).toBe(refused('method_not_allowed'));
    });
  }

  it.each([
    `${path}/`,
    `${path}/12`,
    path.toUpperCase(),
    path.replace('/v1/', '/v1//'),
    path.replace('/v1/', '/v1%2f'),
  ])('is not %s', async (other) => {
    expect(outcomeOf(await service().api.get<AnswerBody>(other))).toBe(refused('not_found'));
  });

  it('answers whatever query with records or a refusal, never with a fault of ours', async () => {
    const names = [...new Set([...selectors, ...Object.keys(LIST), ...filters])];
    const words = Object.values(contract.operations).flatMap(({ where }) => Object.values(where));
    const pairs = fc.array(fc.tuple(fc.constantFrom(...names), oddText(words)), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(pairs, async (given) => {
        const query = given.map(([name, value]) => `${name}=${encodeURIComponent(value)}`);

        const { status } = await service().api.get(`${path}?${query.join('&')}`);

        expect([200, 400, 404]).toContain(status);
      }),
      { numRuns: 300 },
    );
  });
}

/** One operation, and how it is asked. */
interface Asked {
  readonly contract: Collection;
  readonly operation: Operation;
  readonly own: Pick<OperationInput<never>, 'fields' | 'query' | 'emptyBody'>;
  readonly expectDocumented: (answer: Answer<AnswerBody>) => void;
  /** The selectors that name records. */
  readonly ofRecords: readonly string[];
  /** What becomes of a request that is in order. */
  readonly inOrder: string;
  /** A request that is in order. */
  usual(): Promise<{ readonly address: string; readonly body: object | undefined }>;
  /** Another body that is in order. */
  body(): Promise<object>;
  send(
    address: string,
    body?: unknown,
    other?: { readonly headers?: RefusedBody['headers']; readonly companyId?: number },
  ): Promise<Answer<AnswerBody>>;
  /** Expects that nothing is written by these requests. */
  writingNothing(requests: () => Promise<void>): Promise<void>;
  expectSound(): Promise<void>;
}

function askedOperation<S extends HostileService>(
  { contract, service, expectDocumented, expectSound }: Suite<S>,
  operation: Operation,
  own: OperationInput<S>,
): Asked {
  const required = Object.entries(own.query ?? {}).filter(([, { refused: values }]) =>
    values.some(({ value }) => value === undefined),
  );
  const parameters = required.map(([name, { accepted }]) => `&${name}=${String(accepted[0])}`);
  const ofRecords = operation.selectors.filter((selector) => operation.where[selector] === '');
  return {
    contract,
    operation,
    own,
    ofRecords,
    inOrder: ofRecords.length > 0 && !own.ids ? refused('not_found') : ACCEPTED,
    expectDocumented: ({ status, body }) => expectDocumented(operation.name, status, body),

    async usual() {
      const ids = (await own.ids?.(service())) ?? {};
      const address = `${addressOf(contract, operation, ids)}${parameters.join('')}`;
      return { address, body: await own.body?.(service()) };
    },

    body: async () => (await own.body?.(service())) ?? {},

    async send(address, body, { headers, companyId = 1 } = {}) {
      const api = service().api.as({ companyId });
      const method = operation.method as Method;
      const answer = await api.send<AnswerBody>(method, address, body, headers);
      if (answer.status < 300) expectDocumented(operation.name, answer.status, answer.body);
      return answer;
    },

    async writingNothing(requests) {
      const before = await service().everything();
      await requests();
      expect(await service().everything()).toEqual(before);
    },

    expectSound: () => expectSound(service()),
  };
}

/** The address with other values of a parameter, or without it. */
function withParameter(address: string, name: string, ...values: readonly string[]): string {
  const [path = '', query = ''] = address.split('?');
  const others = query.split('&').filter((part) => part !== '' && !part.startsWith(`${name}=`));
  return `${path}?${[...others, ...values.map((value) => `${name}=${value}`)].join('&')}`;
}

const UNHEARD_OF = 'unheard-of';

function describeAddress(asked: Asked): void {
  const { contract, operation, ofRecords, inOrder, usual, send, writingNothing } = asked;
  const { selectors, where } = operation;
  const fixed = selectors.filter((selector) => !isAnyId(where[selector]));

  it('takes what the other tests spoil', async () => {
    const { address, body } = await usual();

    expect(outcomeOf(await send(address, body))).toBe(inOrder);
  });

  for (const selector of ofRecords) {
    it(`takes nothing but the id of a record as ${selector}`, async () => {
      const { address, body } = await usual();
      const wrong = ['', 'x', '0', '-1', '01', '1.5', '1.0', '1e3', '%201'];
      const unknown = ['987654321', '9007199254740991', '9007199254740993', '9'.repeat(30)];
      const cases = [
        ...wrong.map((value) => ({ values: [value], expected: invalid(selector) })),
        ...unknown.map((value) => ({ values: [value], expected: refused('not_found') })),
        { values: ['1', '1'], expected: invalid(selector) },
      ];

      await writingNothing(() =>
        expectOutcomes(
          cases.map((each) => ({ ...each, what: shown(each.values) })),
          ({ values }) => send(withParameter(address, selector, ...values), body),
        ),
      );
    });
  }

  if (ofRecords.length > 0) {
    it('is not found by another company', async () => {
      const { address, body } = await usual();

      await writingNothing(async () => {
        const answer = await send(address, body, { companyId: 2 });
        expect(outcomeOf(answer)).toBe(refused('not_found'));
        asked.expectDocumented(answer);
      });
    });
  }

  it('is not addressed with a selector less or more', async () => {
    const { address, body } = await usual();
    const rows = Object.values(contract.operations).filter(
      ({ method }) => method === operation.method,
    );
    const isRow = (given: readonly string[]): boolean =>
      rows.some(
        (row) =>
          row.selectors.length === given.length &&
          given.every((each) => isAnyId(row.where[each]) || row.where[each] === where[each]),
      );
    const missing = selectors.filter(
      (selector) => !isRow(selectors.filter((each) => each !== selector)),
    );
    const others = contract.selectors.filter((selector) => !selectors.includes(selector));

    await writingNothing(async () => {
      for (const spoilt of [
        ...missing.map((selector) => withParameter(address, selector)),
        ...others.map((selector) => withParameter(address, selector, UNHEARD_OF)),
      ]) {
        expect(await send(spoilt, body)).toMatchObject({
          status: 400,
          body: { error: 'validation_failed', errors: { length: 1 } },
        });
      }
    });
  });

  for (const selector of fixed) {
    it(`takes ${selector} as its row of the endpoint table has it, and once`, async () => {
      const { address, body } = await usual();
      const value = String(where[selector]);
      const cases = [[UNHEARD_OF], [''], [value.toUpperCase()], [value, value]].filter(
        (values) => values.join() !== value,
      );

      await writingNothing(() =>
        expectOutcomes(
          cases.map((values) => ({ values, what: shown(values), expected: invalid(selector) })),
          ({ values }) => send(withParameter(address, selector, ...values), body),
        ),
      );
    });
  }
}

/** The parameters of lists; `include` is one only where records may be removed. */
const LIST: Cases = {
  page: inQuery.page(),
  per_page: inQuery.perPage(),
  cursor: inQuery.cursor(),
  include: inQuery.include(),
  updated_since: inQuery.timestamp(),
};

const casesOfLists = (names: readonly string[]): Cases =>
  names.includes('page')
    ? Object.fromEntries(Object.entries(LIST).filter(([name]) => names.includes(name)))
    : {};

function describeQuery(asked: Asked, schema: ObjectSchema | undefined): void {
  const { own, inOrder, usual, send, writingNothing } = asked;
  const parameters = { ...own.query, ...casesOfLists(namesIn(schema)) };

  it('refuses a query that is too large or not text', async () => {
    const { address, body } = await usual();
    const cases = [
      { what: '101 parameters', added: parametersUpTo(101, address), expected: invalid('query') },
      { what: '8 KiB and a byte', added: bytesUpTo(8_193, address), expected: invalid('query') },
      { what: 'no UTF-8', added: '&x=%ff', expected: invalid('x') },
      { what: 'half of a surrogate pair', added: '&x=%ed%a0%80', expected: invalid('x') },
      { what: 'U+0000', added: '&x=%00', expected: invalid('x') },
      { what: 'U+0000 in a name', added: '&x%00=1', expected: invalid('x\0') },
      { what: 'no percent-encoding', added: '&x=%zz', expected: invalid('x') },
    ];

    await writingNothing(() =>
      expectOutcomes(cases, ({ added }) => send(`${address}${added}`, body)),
    );
  });

  it('takes as large a query as there may be, and ignores what it does not know', async () => {
    const cases = [
      { what: '100 parameters', added: (address: string) => parametersUpTo(100, address) },
      { what: '8 KiB', added: (address: string) => bytesUpTo(8_192, address) },
      { what: 'members of objects', added: () => '&__proto__=1&constructor=1&toString=1' },
    ];

    await expectOutcomes(
      cases.map((each) => ({ ...each, expected: inOrder })),
      async ({ added }) => {
        const { address, body } = await usual();
        return send(`${address}${added(address)}`, body);
      },
    );
  });

  it('has all parameters of its query in its table', () => {
    expect(Object.keys(parameters).sort()).toEqual(namesIn(schema));
  });

  for (const [name, field] of Object.entries(parameters)) {
    it(`refuses what ${name} cannot be`, async () => {
      const { address, body } = await usual();
      const encode = (value: unknown) => encodeURIComponent(String(value));
      const usualValue = encode(field.accepted[0]);
      const cases = [
        ...field.refused.map(({ value }) => (value === undefined ? [] : [encode(value)])),
        [usualValue, usualValue],
      ];

      await writingNothing(() =>
        expectOutcomes(
          cases.map((values) => ({ values, what: shown(values), expected: invalid(name) })),
          ({ values }) => send(withParameter(address, name, ...values), body),
        ),
      );
    });

    it(`takes whatever ${name} can be`, async () => {
      await expectOutcomes(
        field.accepted.map((value) => ({ value, what: shown(value), expected: inOrder })),
        async ({ value }) => {
          const { address, body } = await usual();
          return send(withParameter(address, name, encodeURIComponent(String(value))), body);
        },
      );
    });
  }
}

const queryIn = (address: string): string => address.split('?')[1] ?? '';

const parametersUpTo = (count: number, address: string): string =>
  '&x=1'.repeat(count - queryIn(address).split('&').filter(Boolean).length);

const bytesUpTo = (count: number, address: string): string =>
  `&x=${'y'.repeat(count - queryIn(address).length - '&x='.length)}`;

/** Fields that name other records or another server, or that no other record has: an example makes them up. */
const MADE_UP = /(?<!^external)_ids?$|^assigned_to$|^target_url$|_(email|phone)$|^part_number$/;

function describeExample({ inOrder, usual, send }: Asked, example: object): void {
  it('does what its documented example asks for, with records that are there', async () => {
    const { address, body } = await usual();
    const there = Object.entries({ ...body, expected_version: 1 }).filter(
      ([name]) => name in example && (MADE_UP.test(name) || name === 'expected_version'),
    );

    const answer = await send(address, { ...example, ...Object.fromEntries(there) });

    expect(outcomeOf(answer)).toBe(inOrder);
  });
}

function describeBody(asked: Asked, schema: ObjectSchema): void {
  const { own, inOrder, usual, send, writingNothing } = asked;
  const { fields = {}, emptyBody = 'validation_failed' } = own;
  const names = Object.keys(fields);

  it('refuses a body that is no JSON object, too large or empty', async () => {
    const { address, body } = await usual();

    await writingNothing(() =>
      expectOutcomes(casesOf(refusedBodies(JSON.stringify(body))), (each) =>
        send(address, each.body, each),
      ),
    );
  });

  it('refuses a body without any field that it knows', async () => {
    const { address } = await usual();

    await writingNothing(async () => {
      for (const empty of ['{}', '{"unknown":1}']) {
        expect(await send(address, empty)).toMatchObject({ body: { error: emptyBody } });
      }
    });
  });

  it('takes as large a body as there may be, and ignores what it does not know', async () => {
    await expectOutcomes(
      ACCEPTED_BODIES.map((each) => ({ ...each, expected: inOrder })),
      async ({ from, headers }) => {
        const { address, body } = await usual();
        return send(address, from(JSON.stringify(body)), { headers });
      },
    );
  });

  it('reads the last of a key that is there twice', async () => {
    const { address, body } = await usual();
    const [name] = names;

    const answer = await send(address, `{"${name}":[],${JSON.stringify(body).slice(1)}`);

    expect(outcomeOf(answer)).toBe(inOrder);
  });

  it('has all fields of its body in its table', () => {
    expect([...names].sort()).toEqual(namesIn(schema));
  });

  it.each(Object.entries(fields))('refuses what %s cannot be', async (name, field) => {
    const { address, body = {} } = await usual();
    const cases = [
      ...field.refused.map(({ value, error, within }) => ({
        value,
        expected:
          error === 'validation_failed'
            ? invalid(...(within.length > 0 ? within : ['']).map((place) => `${name}${place}`))
            : refused(error),
      })),
      ...['a\0b', 'a\ud800'].map((value) => ({ value, expected: invalid(name) })),
    ];

    await writingNothing(() =>
      expectOutcomes(
        cases.map((each) => ({ ...each, what: shown(each.value) })),
        ({ value }) => send(address, withField(body, name, value)),
      ),
    );
  });

  it.each(Object.entries(fields))('takes whatever %s can be', async (name, field) => {
    await expectOutcomes(
      field.accepted.map((value) => ({ value, what: shown(value), expected: inOrder })),
      async ({ value }) => {
        const { address, body = {} } = await usual();
        return send(address, withField(body, name, value));
      },
    );
  });

  it('answers whatever body as documented, never with a fault of ours', async () => {
    const { address } = await usual();
    await fc.assert(
      fc.asyncProperty(spoiling(names), async (by) => {
        const odd = spoil(await asked.body(), by);

        asked.expectDocumented(await send(address, JSON.stringify(odd)));
      }),
      { numRuns: 100 },
    );
    await asked.expectSound();
  });
}

const casesOf = (bodies: readonly RefusedBody[]) =>
  bodies.map((each) => ({ ...each, expected: refused(each.error, ...(each.fields ?? [])) }));

function describeOperator<S extends HostileService>(
  { service, expectSound }: Suite<S>,
  { asker = ({ admin }) => admin, method, path, body }: OperatorInput<S>,
): void {
  it('refuses a body that is no JSON object or too large', async () => {
    const usual = JSON.stringify(await body(service()));
    const before = await service().everything();

    await expectOutcomes(casesOf(refusedBodies(usual)), (each) =>
      asker(service()).send<AnswerBody>(method, path, each.body, each.headers),
    );
    expect(await service().everything()).toEqual(before);
  });

  it('answers whatever body with success or a refusal, never with a fault of ours', async () => {
    const usual = await body(service());
    await fc.assert(
      fc.asyncProperty(spoiling(Object.keys(usual)), async (by) => {
        const odd = spoil(usual, by);

        const { status } = await asker(service()).send(method, path, JSON.stringify(odd));

        expect([200, 201, 400, 404, 409]).toContain(status);
      }),
      { numRuns: 150 },
    );
    await expectSound(service());
  });
}
