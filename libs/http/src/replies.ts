import { paginationOf, type CursorPagination, type Page } from '@svc/kernel';

/** What an operation answers; `request_id` is added where it leaves the service. */
export interface Reply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  /** Of the one record that was read, which the `ETag` then names. */
  readonly version?: number;
}

/** Fields that a few answers have beside `data`, such as `item_id`. */
export type ExtraFields = Readonly<Record<string, unknown>>;

/** A record that was read. */
export const found = (data: unknown, extra: ExtraFields = {}): Reply => ({
  status: 200,
  body: { success: true, data, ...extra },
});

/** A record of the API that was read, with its version. */
export const foundVersion = (version: number, data: unknown): Reply => ({
  ...found(data),
  version,
});

/** One page of a list with its true totals. */
export const listed = (
  rows: readonly unknown[],
  page: Page,
  total: number,
  extra: ExtraFields = {},
): Reply => ({
  status: 200,
  body: { success: true, data: rows, ...extra, pagination: paginationOf(page, total) },
});

/** What changed in a list after a cursor, and the cursor to go on from. */
export const listedChanges = (
  changes: readonly unknown[],
  pagination: CursorPagination,
  extra: ExtraFields = {},
): Reply => ({
  status: 200,
  body: { success: true, data: changes, ...extra, pagination },
});

/** A record that was created. */
export const created = (message: string, data: unknown, extra: ExtraFields = {}): Reply => ({
  status: 201,
  body: { success: true, message, data, ...extra },
});

/** A change that was made. */
export const written = (message: string, data: unknown, extra: ExtraFields = {}): Reply => ({
  status: 200,
  body: { success: true, message, data, ...extra },
});
