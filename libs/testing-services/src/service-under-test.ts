import type { Collection, Operation } from '@svc/contracts';
import type { ApiClient } from '@svc/testing';
import {
  createOpenApiDocument,
  createResponseCheck,
  createSection,
  type Documentation,
  type ExpectDocumented,
} from '@svc/openapi';
import type { ObjectSchema } from 'joi';

export interface ServiceUnderTest {
  readonly api: ApiClient;
  readonly admin: ApiClient;
  close(): Promise<void>;
}

/** Starts the service before the tests of the suite, and closes it after them. */
export function startForSuite<S extends Pick<ServiceUnderTest, 'close'>>(
  start: () => Promise<S>,
  assign: (service: S) => void,
): void {
  let service: S | undefined;
  beforeAll(async () => assign((service = await start())));
  afterAll(() => service?.close());
}

export interface ContextApi<C extends Collection, S extends ServiceUnderTest> {
  readonly contract: C;
  readonly documentation: Documentation<C>;
  readonly start: () => Promise<S>;
}

export type AddressedIds = Readonly<Record<string, number>>;

export const isAnyId = (value: string | undefined): boolean => value === '' || value === '*';

export function buildAddress(
  { path }: Collection,
  { where, selectors }: Operation,
  ids: AddressedIds,
): string {
  const pairs = selectors.map(
    (selector) =>
      `${selector}=${isAnyId(where[selector]) ? (ids[selector] ?? 1) : where[selector]}`,
  );
  return `${path}?${pairs.join('&')}`;
}

/** Cached by contract: compiling its schemas takes longer than most files' tests. */
const compiled = new Map<Collection, ExpectDocumented>();

export function createExpectDocumented<C extends Collection>(
  contract: C,
  documentation: Documentation<C>,
): ExpectDocumented {
  const known = compiled.get(contract);
  if (known) return known;
  const part = createSection(contract, documentation, { title: 'API', description: '' });
  const expectDocumented = createResponseCheck(createOpenApiDocument([part]));
  compiled.set(contract, expectDocumented);
  return expectDocumented;
}

export function listFieldNames(schema: ObjectSchema | undefined): string[] {
  const { keys = {} } = schema?.describe() ?? {};
  const namesOf = (known: object): string[] =>
    Object.entries(known).flatMap(([name, { keys: inside = {} }]) => [
      name,
      ...namesOf(inside as object).map((each) => `${name}.${each}`),
    ]);
  return namesOf(keys as object).sort();
}
