import { paginationOf, type Page } from '@svc/kernel';

/** What an operation answers; `request_id` is added where it leaves the service. */
export interface Reply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Fields of a few answers that stand beside `data`, such as `item_id`. */
type Beside = Readonly<Record<string, unknown>>;

/** A record that was read. */
export const found = (data: unknown, beside: Beside = {}): Reply => ({
  status: 200,
  body: { success: true, data, ...beside },
});

/** One page of a list with its true totals. */
export const listed = (
  rows: readonly unknown[],
  page: Page,
  total: number,
  beside: Beside = {},
): Reply => ({
  status: 200,
  body: { success: true, data: rows, ...beside, pagination: paginationOf(page, total) },
});

/** A record that was created. */
export const created = (message: string, data: unknown, beside: Beside = {}): Reply => ({
  status: 201,
  body: { success: true, message, data, ...beside },
});

/** A change that was made. */
export const written = (message: string, data: unknown, beside: Beside = {}): Reply => ({
  status: 200,
  body: { success: true, message, data, ...beside },
});
