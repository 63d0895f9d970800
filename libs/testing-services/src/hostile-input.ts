import type { Collection } from '@svc/contracts';
import type { OperationDocumentation } from '@svc/openapi';
import type { ApiClient, Method } from '@svc/testing';
import fc from 'fast-check';
import { cases as fieldCases } from './field-cases';
import { describeAddress } from './hostile-address';
import { describeBody, describeExample, toCases } from './hostile-body';
import {
  askedOperation,
  type HostileService,
  type OperationInput,
  type Suite,
} from './hostile-operation';
import { describeQuery, LIST } from './hostile-query';
import { createExpectDocumented, startForSuite, type ContextApi } from './service-under-test';
import { mutate, mutation, oddText } from './odd-values';
import { describeOutcome, expectOutcomes, invalid, refused, type AnswerBody } from './outcomes';
import { describeStrictHandling } from './strict-handling';
import { refusedBodies } from './whole-bodies';

export type { HostileService, OperationInput } from './hostile-operation';

let externalIds = 0;

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

export type HostileInput<C extends Collection, S extends HostileService> = ContextApi<C, S> & {
  readonly operations: { readonly [Name in keyof C['operations'] & string]: OperationInput<S> };
  readonly operator?: readonly OperatorInput<S>[];
  readonly expectInvariants?: (service: S) => Promise<void>;
};

/**
 * Sends hostile input to every operation of a context: each is rejected as
 * `.github/docs/decisions.md` says, and nothing is written.
 */
export function describeHostileInput<C extends Collection, S extends HostileService>({
  contract,
  documentation,
  start,
  operations,
  operator = [],
  expectInvariants = async () => undefined,
}: HostileInput<C, S>): void {
  let service: S;
  startForSuite(start, (started) => (service = started));

  const suite: Suite<S> = {
    contract,
    service: () => service,
    expectDocumented: createExpectDocumented(contract, documentation),
    expectInvariants,
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
    describeStrictHandling(asked);
  });
  for (const input of operator) {
    describe(`${input.method} ${input.path}, which is private`, () => {
      describeOperator(suite, input);
    });
  }
}

function describePath<S extends HostileService>(
  { contract, service }: Suite<S>,
  filters: readonly string[],
): void {
  const { path, methods, selectors } = contract;
  const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

  for (const method of METHODS.filter((each) => !methods.has(each))) {
    it(`has no ${method}`, async () => {
      const answer = await service().api.send<AnswerBody>(method, path);

      expect(describeOutcome(answer)).toBe(refused('method_not_allowed'));
    });
  }

  it.each([
    `${path}/`,
    `${path}/12`,
    path.toUpperCase(),
    path.replace('/v1/', '/v1//'),
    path.replace('/v1/', '/v1%2f'),
  ])('is not %s', async (other) => {
    expect(describeOutcome(await service().api.get<AnswerBody>(other))).toBe(refused('not_found'));
  });

  it('responds to any query with records or a rejection, never with an internal error', async () => {
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

interface OperatorInput<S> {
  readonly asker?: (service: S) => ApiClient;
  readonly method: Method;
  readonly path: string;
  readonly body: (service: S) => object | Promise<object>;
}

const DRY_RUNS_MISSPELT = ['dry_run=', 'dry_run=1', 'dry_run=TRUE', 'dry_run=true&dry_run=true'];

function describeOperator<S extends HostileService>(
  { service, expectInvariants }: Suite<S>,
  { asker = ({ admin }) => admin, method, path, body }: OperatorInput<S>,
): void {
  it('refuses a body that is no JSON object or too large', async () => {
    const usual = JSON.stringify(await body(service()));
    const before = await service().writtenRows();

    await expectOutcomes(toCases(refusedBodies(usual)), (each) =>
      asker(service()).send<AnswerBody>(method, path, each.body, each.headers),
    );
    expect(await service().writtenRows()).toEqual(before);
  });

  if (path.startsWith('/admin/')) {
    it('rejects a misspelt dry run, and changes nothing', async () => {
      const usual = JSON.stringify(await body(service()));
      const before = await service().writtenRows();

      await expectOutcomes(
        DRY_RUNS_MISSPELT.map((what) => ({ what, expected: invalid('dry_run') })),
        ({ what }) => asker(service()).send<AnswerBody>(method, `${path}?${what}`, usual),
      );
      expect(await service().writtenRows()).toEqual(before);
    });
  }

  it('responds to any body with success or a rejection, never with an internal error', async () => {
    const usual = await body(service());
    await fc.assert(
      fc.asyncProperty(mutation(Object.keys(usual)), async (by) => {
        const odd = mutate(usual, by);

        const { status } = await asker(service()).send(method, path, JSON.stringify(odd));

        expect([200, 201, 400, 404, 409]).toContain(status);
      }),
      { numRuns: 150 },
    );
    await expectInvariants(service());
  });
}
