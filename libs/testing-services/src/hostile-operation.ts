import type { Collection, ErrorCode, Operation } from '@svc/contracts';
import type { ExpectDocumented } from '@svc/openapi';
import type { ApiResponse, Method } from '@svc/testing';
import type { FieldCases } from './field-cases';
import { ACCEPTED, refused, type AnswerBody } from './outcomes';
import { buildAddress, type AddressedIds, type ServiceUnderTest } from './service-under-test';
import {
  ACCEPTED_BODIES,
  refusedBodies,
  type AcceptedBody,
  type RefusedBody,
} from './whole-bodies';

export interface HostileService extends ServiceUnderTest {
  writtenRows(): Promise<unknown>;
}

export type Cases = Readonly<Record<string, FieldCases>>;

export interface OperationInput<S> {
  /**
   * Called for each request; absent while no record can be created, which makes valid requests not
   * found.
   */
  readonly ids?: (service: S) => AddressedIds | Promise<AddressedIds>;
  /** A valid body with every field; called for each request. */
  readonly body?: (service: S) => object | Promise<object>;
  /** Every field of the body; nested ones as `location.notes`. */
  readonly fields?: Cases;
  /** The error of a body without fields; validation_failed when absent. */
  readonly emptyBody?: ErrorCode;
  readonly query?: Cases;
}

export interface Suite<S> {
  readonly contract: Collection;
  readonly service: () => S;
  readonly expectDocumented: ExpectDocumented;
  readonly expectInvariants: (service: S) => Promise<void>;
}

export interface Asked {
  readonly own: Pick<OperationInput<never>, 'fields' | 'query'>;
  /** A parameter that another one needs, such as `per_page=1`, by the name of the latter. */
  readonly companions?: Readonly<Record<string, string>> | undefined;
  readonly emptyBody: ErrorCode | typeof IN_ORDER;
  /** Whether a blank text counts as absent where none is needed. */
  readonly isCreate?: boolean;
  readonly expectDocumented: (answer: ApiResponse<AnswerBody>) => void;
  readonly inOrder: string;
  readonly refusedBodies: (usual: string) => readonly RefusedBody[];
  readonly acceptedBodies: readonly AcceptedBody[];
  readonly randomBodies: number;
  usual(): Promise<{ readonly address: string; readonly body: object | undefined }>;
  body(): Promise<object>;
  send(
    address: string,
    body?: unknown,
    other?: { readonly headers?: RefusedBody['headers']; readonly companyId?: number },
  ): Promise<ApiResponse<AnswerBody>>;
  writingNothing(requests: () => Promise<void>): Promise<void>;
  expectInvariants(): Promise<void>;
}

/** For bodies without fields: they are accepted. */
export const IN_ORDER = 'in order';

export interface AskedOperation extends Asked {
  readonly contract: Collection;
  readonly operation: Operation;
  readonly ofRecords: readonly string[];
}

/** The parameters that a query cannot do without, each with a value that it takes. */
export const requiredParameters = (query: Cases = {}): readonly string[] =>
  Object.entries(query)
    .filter(([, { refused: values }]) => values.some(({ value }) => value === undefined))
    .map(([name, { accepted }]) => `${name}=${String(accepted[0])}`);

export function askedOperation<S extends HostileService>(
  { contract, service, expectDocumented, expectInvariants }: Suite<S>,
  operation: Operation,
  own: OperationInput<S>,
): AskedOperation {
  const parameters = requiredParameters(own.query).map((parameter) => `&${parameter}`);
  const ofRecords = operation.selectors.filter((selector) => operation.where[selector] === '');
  return {
    contract,
    operation,
    own,
    emptyBody: own.emptyBody ?? 'validation_failed',
    ofRecords,
    refusedBodies,
    acceptedBodies: ACCEPTED_BODIES,
    randomBodies: 100,
    isCreate: operation.method === 'POST' || 'external_id' in operation.where,
    inOrder: ofRecords.length > 0 && !own.ids ? refused('not_found') : ACCEPTED,
    expectDocumented: ({ status, body }) => expectDocumented(operation.name, status, body),

    async usual() {
      const ids = (await own.ids?.(service())) ?? {};
      const address = `${buildAddress(contract, operation, ids)}${parameters.join('')}`;
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
      const before = await service().writtenRows();
      await requests();
      expect(await service().writtenRows()).toEqual(before);
    },

    expectInvariants: () => expectInvariants(service()),
  };
}

export function withParameter(address: string, name: string, ...values: readonly string[]): string {
  const [path = '', query = ''] = address.split('?');
  const others = query.split('&').filter((part) => part !== '' && !part.startsWith(`${name}=`));
  return `${path}?${[...others, ...values.map((value) => `${name}=${value}`)].join('&')}`;
}
