import type { ApiResponse, FixedClock } from '@svc/testing';
import type { AddressedIds, ServiceUnderTest } from './service-under-test';

export interface ListingService extends ServiceUnderTest {
  readonly clock?: FixedClock;
}

/** Properties in which a record differs; `at` is when it is created. */
export type Given = Readonly<Record<string, unknown>> & { readonly at?: string };

export interface Filter {
  readonly value: string | number;
  readonly matching: Given;
  readonly other: Given;
}

export interface ListInput<S> {
  readonly key: string;
  readonly order: 'newest first' | 'oldest first';
  /** Creates a record, under the parent if there is one, and returns its key. */
  given(service: S, companyId: number, given: Given, parent: AddressedIds): Promise<unknown>;
  /** Sets when a record was created, for a service without a settable clock. */
  readonly makeAt?: (service: S, key: unknown, at: string) => Promise<unknown>;
  readonly parent?: (service: S, companyId: number) => Promise<AddressedIds>;
  readonly remove?: (service: S, companyId: number, key: unknown) => Promise<unknown>;
  /** Every parameter except those of all lists and those of time. */
  readonly filters?: Readonly<
    Record<string, Filter | ((service: S, companyId: number) => Promise<Filter>)>
  >;
  readonly searched?: readonly string[];
}

export const MOMENT = '2026-03-01T10:00:00Z';
export const SECOND_BEFORE = '2026-03-01T09:59:59Z';
export const SECOND_AFTER = '2026-03-01T10:00:01Z';

export const TIME_FILTERS: Readonly<Record<string, Filter>> = {
  created_after: { value: MOMENT, matching: { at: MOMENT }, other: { at: SECOND_BEFORE } },
  created_before: { value: MOMENT, matching: { at: MOMENT }, other: { at: SECOND_AFTER } },
  updated_since: { value: MOMENT, matching: { at: MOMENT }, other: { at: SECOND_BEFORE } },
};

export interface ListBody {
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly pagination: Pagination;
}

interface Pagination {
  readonly page: number;
  readonly per_page: number;
  readonly total: number;
  readonly total_pages: number;
}

export interface ListedCursor {
  readonly per_page: number;
  readonly has_more: boolean;
  readonly next_cursor: string;
}

export type Query = Readonly<Record<string, unknown>>;
export type Read = (
  companyId: number,
  parent: AddressedIds,
  query: Query,
) => Promise<ApiResponse<ListBody>>;

let companies = 10_000;

/** A new company, so that a list holds only what the test creates. */
export async function newCompany<S extends ListingService>(
  { given, makeAt, parent, remove, filters = {}, order }: ListInput<S>,
  read: Read,
  service: S,
) {
  companies += 1;
  const companyId = companies;
  const address = (await parent?.(service, companyId)) ?? {};
  return {
    companyId,
    ask: (query: Query, of = companyId) => read(of, address, query),
    async record({ at = MOMENT, ...own }: Given = {}, under = address) {
      service.clock?.set(at);
      const record = await given(service, companyId, own, under);
      await makeAt?.(service, record, at);
      return record;
    },
    inOrder: (keys: readonly unknown[]) =>
      order === 'newest first' ? keys.toReversed() : [...keys],
    remove: (record: unknown) => remove?.(service, companyId, record),
    parent: () => parent?.(service, companyId),
    filter: async (name: string): Promise<Filter> => {
      const known = filters[name] ?? TIME_FILTERS[name];
      if (!known) throw new Error(`${name} is not in the table.`);
      return typeof known === 'function' ? known(service, companyId) : known;
    },
  };
}

export interface CompanyWithList {
  list(query?: Query): Promise<ListBody>;
  keysOf(body: ListBody): unknown[];
  keys(query?: Query): Promise<unknown[]>;
  record(given?: Given): Promise<unknown>;
  inOrder(keys: readonly unknown[]): unknown[];
}
