import type { Collection } from '@svc/contracts';
import type { OperationDocumentation } from '@svc/openapi';
import { cases as fieldCases } from './field-cases';
import { describeAddress } from './hostile-address';
import { describeBody, describeExample } from './hostile-body';
import {
  askedOperation,
  type HostileService,
  type OperationInput,
  type Suite,
} from './hostile-operation';
import { describeOperator, type OperatorInput } from './hostile-operator';
import { describePath } from './hostile-path';
import { describeQuery } from './hostile-query';
import { expectDocumentedIn, type ContextApi } from './service-under-test';

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

export interface HostileInput<C extends Collection, S extends HostileService> extends ContextApi<
  C,
  S
> {
  readonly operations: { readonly [Name in keyof C['operations'] & string]: OperationInput<S> };
  readonly operator?: readonly OperatorInput<S>[];
  readonly expectInvariants?: (service: S) => Promise<void>;
}

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
  beforeAll(async () => {
    service = await start();
  });
  afterAll(() => service.close());

  const suite: Suite<S> = {
    contract,
    service: () => service,
    expectDocumented: expectDocumentedIn(contract, documentation),
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
  });
  for (const input of operator) {
    describe(`${input.method} ${input.path}, which is private`, () => {
      describeOperator(suite, input);
    });
  }
}
