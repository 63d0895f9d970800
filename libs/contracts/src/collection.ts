import type { Context, Feature } from './contexts';
import type { Deprecation } from './deprecation';
import { DomainError, invalidField } from './errors';
import { MAX_EXTERNAL_ID_CHARACTERS, parseExternalId } from './external-id';
import type { Tier } from './limits';
import type { Query } from './query';
import { isRecordId, toRecordId } from './record-id';
import type { Scope } from './scopes';

/** Any key may do it. */
export const NO_SCOPE = 'none';

/** Each operation in the body needs the scope of its own row. */
export const BY_EACH_OPERATION = 'by each operation';

export type EndpointDeclaration = readonly [
  address: string,
  scope: Scope | typeof BY_EACH_OPERATION | typeof NO_SCOPE,
  tier: Tier,
  deprecation?: Deprecation,
];
export type EndpointDeclarations = Readonly<Record<string, EndpointDeclaration>>;

export interface Operation {
  readonly name: string;
  readonly method: string;
  /** Empty means any record id, `*` any external id. */
  readonly where: Readonly<Record<string, string>>;
  readonly selectors: readonly string[];
  readonly scope: EndpointDeclaration[1];
  readonly tier: Tier;
  readonly deprecation: Deprecation | undefined;
}

export interface Collection<T extends EndpointDeclarations = EndpointDeclarations> {
  readonly path: string;
  readonly owner: Context | 'gateway';
  readonly feature: Feature | undefined;
  readonly operations: { readonly [Name in keyof T & string]: Operation };
  readonly methods: ReadonlySet<string>;
  readonly byMethod: ReadonlyMap<string, readonly Operation[]>;
  /** All other parameters are filters. */
  readonly selectors: readonly string[];
  /** Includes external ids, which select for some methods and filter for others. */
  readonly selectorsByMethod: ReadonlyMap<string, readonly string[]>;
}

type AddressId<Part extends string> = Part extends `${string}=${string}` ? never : Part;
type AddressIdNames<Text extends string> = Text extends `${infer Head}&${infer Tail}`
  ? AddressId<Head> | AddressIdNames<Tail>
  : AddressId<Text>;
/** `'PATCH ?id'` → `{ id: number }` */
export type AddressIds<Address extends string> = {
  readonly [
    Key in Address extends `${string} ?${infer Text}` ? AddressIdNames<Text> : never
  ]: number;
};

/** `location_id` joins where a row names it. */
const COMMON_SELECTORS = ['id', 'sub', 'locations', 'action'];

const ANY_EXTERNAL_ID = '*';

export function defineCollection<const T extends EndpointDeclarations>(
  path: string,
  owner: Collection['owner'],
  endpoints: T,
  feature?: Feature,
): Collection<T> {
  const operations = Object.entries(endpoints).map(
    ([name, [address, scope, tier, deprecation]]) => {
      const [method = '', query = ''] = address.split(' ?');
      const where = Object.fromEntries(new URLSearchParams(query));
      const selectors = Object.keys(where);
      const operation: Operation = { name, method, where, selectors, scope, tier, deprecation };
      return [name, operation] as const;
    },
  );
  const all = operations.map(([, operation]) => operation);
  const methods = new Set(all.map(({ method }) => method));
  const selectsAlways = (row: Operation, selector: string): boolean =>
    row.where[selector] !== ANY_EXTERNAL_ID;
  const selectors = [
    ...new Set([
      ...COMMON_SELECTORS,
      ...all.flatMap((row) => row.selectors.filter((each) => selectsAlways(row, each))),
    ]),
  ];
  const rowsByMethod = [...methods].map(
    (method) => [method, all.filter((row) => row.method === method)] as const,
  );
  return {
    path,
    owner,
    feature,
    operations: Object.fromEntries(operations) as Collection<T>['operations'],
    methods,
    byMethod: new Map(rowsByMethod),
    selectors,
    selectorsByMethod: new Map(
      rowsByMethod.map(([method, rows]) => [
        method,
        [...new Set([...selectors, ...rows.flatMap((row) => row.selectors)])],
      ]),
    ),
  };
}

export const isBulk = ({ scope }: Operation): boolean => scope === BY_EACH_OPERATION;

/** A caller needs one of these, if any; a bulk accepts those of all writes of its collection. */
export function listRequiredScopes(
  { operations }: Collection,
  { scope }: Operation,
): readonly Scope[] {
  if (scope === NO_SCOPE) return [];
  if (scope !== BY_EACH_OPERATION) return [scope];
  const writeScopes = Object.values<Operation>(operations).flatMap((row) =>
    row.tier === 'write' && isScope(row.scope) ? [row.scope] : [],
  );
  return [...new Set(writeScopes)];
}

const isScope = (scope: Operation['scope']): scope is Scope =>
  scope !== BY_EACH_OPERATION && scope !== NO_SCOPE;

export function requireMethod({ path, methods }: Collection, method: string): void {
  if (methods.has(method)) return;
  throw new DomainError('method_not_allowed', `${method} is not supported by ${path}.`);
}

const isExternalId = ({ where }: Operation, selector: string): boolean =>
  where[selector] === ANY_EXTERNAL_ID;

const acceptsSelector = (row: Operation, selector: string, query: Query): boolean =>
  row.where[selector] === '' ||
  isExternalId(row, selector) ||
  row.where[selector] === query[selector];

/** Undefined where the address has none. */
export function readExternalId(operation: Operation, query: Query): string | undefined {
  const selector = operation.selectors.find((each) => isExternalId(operation, each));
  return selector === undefined ? undefined : parseExternalId(String(query[selector]));
}

/** @throws validation_failed if no row has exactly the request's selectors */
export function resolveOperation(contract: Collection, method: string, query: Query): Operation {
  requireMethod(contract, method);
  const selectors = contract.selectorsByMethod.get(method) ?? [];
  const given = selectors.filter((selector) => query[selector] !== undefined);
  for (const selector of given) {
    if (typeof query[selector] !== 'string') {
      throw invalidField(selector, `${selector} must be given once.`);
    }
  }
  const matches = (row: Operation): boolean =>
    given.length === row.selectors.length &&
    given.every((selector) => acceptsSelector(row, selector, query));
  const rows = contract.byMethod.get(method) ?? [];
  const operation = rows.find(matches);
  if (operation === undefined) throw createAddressError(contract.path, method, rows, given, query);
  for (const selector of given) {
    if (operation.where[selector] === '' && !isRecordId(String(query[selector]))) {
      throw invalidField(selector, `${selector} must be a positive integer.`);
    }
    if (isExternalId(operation, selector) && !parseExternalId(String(query[selector]))) {
      const sentence = `${selector} must have 1 to ${MAX_EXTERNAL_ID_CHARACTERS} characters.`;
      throw invalidField(selector, sentence);
    }
  }
  return operation;
}

/** An id above 2^53-1 is well-formed but cannot exist: not_found. */
export function readIds(operation: Operation, query: Query): Readonly<Record<string, number>> {
  const ids: Record<string, number> = {};
  for (const selector of operation.selectors) {
    if (operation.where[selector] !== '') continue;
    const id = toRecordId(String(query[selector]));
    if (id === undefined) throw new DomainError('not_found', 'Record not found.');
    ids[selector] = id;
  }
  return ids;
}

const formatAddress = ({ method, where }: Operation, path: string): string => {
  const query = Object.entries(where).map(
    ([key, value]) => `${key}=${value.replace(ANY_EXTERNAL_ID, '') || `{${key}}`}`,
  );
  return `${method} ${path}${query.length > 0 ? `?${query.join('&')}` : ''}`;
};

function createAddressError(
  path: string,
  method: string,
  rows: readonly Operation[],
  given: readonly string[],
  query: Query,
): DomainError {
  const known = rows.map((row) => formatAddress(row, path)).join(', ');
  const createError = (field: string, problem: string): DomainError =>
    invalidField(field, `${problem}; ${method} ${path} accepts: ${known}.`);

  const unknown = given.find(
    (selector) => !rows.some((row) => acceptsSelector(row, selector, query)),
  );
  if (unknown !== undefined) return createError(unknown, `Unknown query parameter: ${unknown}`);

  const longer = rows.find((row) =>
    given.every((selector) => acceptsSelector(row, selector, query)),
  );
  const missing = longer?.selectors.find((selector) => !given.includes(selector));
  if (missing !== undefined) return createError(missing, `${missing} is missing`);

  return createError(given[0] ?? 'query', `${given.join(' and ')} cannot be combined`);
}
