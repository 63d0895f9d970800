import { toPagination, type CursorPagination, type Page } from '@svc/kernel';

export interface Reply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  /** The version of the one record read, for its `ETag`. */
  readonly version?: number;
}

export type ExtraFields = Readonly<Record<string, unknown>>;

export const found = (data: unknown, extra: ExtraFields = {}): Reply => ({
  status: 200,
  body: { success: true, data, ...extra },
});

export const foundVersion = (version: number, data: unknown): Reply => ({
  ...found(data),
  version,
});

export const listed = (
  rows: readonly unknown[],
  page: Page,
  total: number,
  extra: ExtraFields = {},
): Reply => found(rows, { ...extra, pagination: toPagination(page, total) });

export const listedChanges = (
  changes: readonly unknown[],
  pagination: CursorPagination,
  extra: ExtraFields = {},
): Reply => found(changes, { ...extra, pagination });

export const written = (message: string, data: unknown, extra: ExtraFields = {}): Reply => ({
  status: 200,
  body: { success: true, message, data, ...extra },
});

export const created: typeof written = (...change) => ({ ...written(...change), status: 201 });
