import type { Collection, ErrorCode, Operation } from '@svc/contracts';
import type { ExpectDocumented } from '@svc/openapi';
import type { Answer, Method } from '@svc/testing';
import type { FieldCases } from './field-cases';
import { ACCEPTED, refused, type AnswerBody } from './outcomes';
import { addressOf, type AddressedIds, type ServiceUnderTest } from './service-under-test';
import {
  ACCEPTED_BODIES,
  refusedBodies,
  type AcceptedBody,
  type RefusedBody,
} from './whole-bodies';

/** A service that can show all that it has written, to see that it wrote nothing. */
export interface HostileService extends ServiceUnderTest {
  writtenRows(): Promise<unknown>;
}

/** Fields of a body, or parameters of a query, with what they take and refuse. */
export type Cases = Readonly<Record<string, FieldCases>>;

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

/** A context under test. */
export interface Suite<S> {
  readonly contract: Collection;
  readonly service: () => S;
  readonly expectDocumented: ExpectDocumented;
  readonly expectInvariants: (service: S) => Promise<void>;
}

/** One operation or route, and how it is asked. */
export interface Asked {
  readonly own: Pick<OperationInput<never>, 'fields' | 'query'>;
  /** Parameters that go with one of them alone, such as `per_page=1`, by its name. */
  readonly companions?: Readonly<Record<string, string>> | undefined;
  /** What becomes of a body without any field, where that is refused with a code of its own, or not at all. */
  readonly emptyBody: ErrorCode | typeof IN_ORDER;
  /** Whether a blank text stands for no value where none is needed. */
  readonly isCreate?: boolean;
  readonly expectDocumented: (answer: Answer<AnswerBody>) => void;
  /** What becomes of a request that is in order. */
  readonly inOrder: string;
  /** Bodies that are refused as a whole; `usual` is the text of one that is not. */
  readonly refusedBodies: (usual: string) => readonly RefusedBody[];
  /** Bodies that are odd, and in order all the same. */
  readonly acceptedBodies: readonly AcceptedBody[];
  /** How many bodies are made at random. */
  readonly randomBodies: number;
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
  expectInvariants(): Promise<void>;
}

/** In place of a refusal: what has no field at all is in order. */
export const IN_ORDER = 'in order';

/** An operation of the API. */
export interface AskedOperation extends Asked {
  readonly contract: Collection;
  readonly operation: Operation;
  /** The selectors that name records. */
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
      const before = await service().writtenRows();
      await requests();
      expect(await service().writtenRows()).toEqual(before);
    },

    expectInvariants: () => expectInvariants(service()),
  };
}

/** The address with other values of a parameter, or without it. */
export function withParameter(address: string, name: string, ...values: readonly string[]): string {
  const [path = '', query = ''] = address.split('?');
  const others = query.split('&').filter((part) => part !== '' && !part.startsWith(`${name}=`));
  return `${path}?${[...others, ...values.map((value) => `${name}=${value}`)].join('&')}`;
}
