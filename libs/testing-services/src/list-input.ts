import type { Answer, FixedClock } from '@svc/testing';
import type { AddressedIds, ServiceUnderTest } from './service-under-test';

/** A service whose clock stands still, where the order of its lists depends on that. */
export interface ListingService extends ServiceUnderTest {
  readonly clock?: FixedClock;
}

/** What a record is given that others are not; `at` is when it is made. */
export type Given = Readonly<Record<string, unknown>> & { readonly at?: string };

/** A parameter that leaves some records of a list, and two kinds of records that it tells apart. */
export interface Filter {
  readonly value: string | number;
  readonly matching: Given;
  readonly other: Given;
}

/** What is a list's own; the rest follows from the endpoint table and the decisions. */
export interface ListInput<S> {
  /** The field of a listed record by which it is told from the others. */
  readonly key: string;
  readonly order: 'newest first' | 'oldest first';
  /** Makes a record of the company, under the parent where there is one, and answers its key. */
  given(service: S, companyId: number, given: Given, parent: AddressedIds): Promise<unknown>;
  /** Sets when a record was made, where the service has no clock that a test can set. */
  readonly makeAt?: (service: S, key: unknown, at: string) => Promise<unknown>;
  /** Makes the record that a list is of, and answers the ids that address it. */
  readonly parent?: (service: S, companyId: number) => Promise<AddressedIds>;
  /** Removes a record, which is then absent from the list. */
  readonly remove?: (service: S, companyId: number, key: unknown) => Promise<unknown>;
  /** Every parameter but those of all lists, and those of time. */
  readonly filters?: Readonly<
    Record<string, Filter | ((service: S, companyId: number) => Promise<Filter>)>
  >;
  /** Fields of any text that `search` looks at. */
  readonly searched?: readonly string[];
}

export const MOMENT = '2026-03-01T10:00:00Z';
export const SECOND_BEFORE = '2026-03-01T09:59:59Z';
export const SECOND_AFTER = '2026-03-01T10:00:01Z';

/** Of all lists that have them, whatever they list. */
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

export type Query = Readonly<Record<string, unknown>>;
export type Read = (
  companyId: number,
  parent: AddressedIds,
  query: Query,
) => Promise<Answer<ListBody>>;

/** A company of a test's own, with its list. */
export interface CompanyWithList {
  list(query?: Query): Promise<ListBody>;
  keysOf(body: ListBody): unknown[];
  keys(query?: Query): Promise<unknown[]>;
  record(given?: Given): Promise<unknown>;
  inOrder(keys: readonly unknown[]): unknown[];
}
