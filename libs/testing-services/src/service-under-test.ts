import type { Collection, Operation } from '@svc/contracts';
import type { ApiClient } from '@svc/testing';
import {
  documentedAnswers,
  openApiDocument,
  section,
  type Documentation,
  type ExpectDocumented,
} from '@svc/openapi';
import type { ObjectSchema } from 'joi';

/** What the suites ask of a context's `testService`. */
export interface ServiceUnderTest {
  readonly api: ApiClient;
  readonly admin: ApiClient;
  close(): Promise<void>;
}

/** A context's part of the API: its rows of the endpoint table, and what it says of them. */
export interface ContextApi<C extends Collection, S extends ServiceUnderTest> {
  readonly contract: C;
  readonly documentation: Documentation<C>;
  readonly start: () => Promise<S>;
}

/** The record ids that an address names, by selector. */
export type AddressedIds = Readonly<Record<string, number>>;

/** Whether a selector of the endpoint table names a record: by its id, or by the client's own. */
export const isAnyId = (value: string | undefined): boolean => value === '' || value === '*';

/** The path and query of an operation: its row of the endpoint table with ids in it, else 1. */
export function addressOf(
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

/** By contract. To compile the schemas of one takes longer than most files' tests. */
const compiled = new Map<Collection, ExpectDocumented>();

/** What throws when an answer of the context is not one that its part of the API document describes. */
export function expectDocumentedIn<C extends Collection>(
  contract: C,
  documentation: Documentation<C>,
): ExpectDocumented {
  const known = compiled.get(contract);
  if (known) return known;
  const part = section(contract, documentation, { title: 'API', description: '' });
  const expectDocumented = documentedAnswers(openApiDocument([part]));
  compiled.set(contract, expectDocumented);
  return expectDocumented;
}

/** The names of all that a schema reads, in order; of an object also the names inside. */
export function namesIn(schema: ObjectSchema | undefined): string[] {
  const { keys = {} } = schema?.describe() ?? {};
  const namesOf = (known: object): string[] =>
    Object.entries(known).flatMap(([name, { keys: inside = {} }]) => [
      name,
      ...namesOf(inside as object).map((each) => `${name}.${each}`),
    ]);
  return namesOf(keys as object).sort();
}
