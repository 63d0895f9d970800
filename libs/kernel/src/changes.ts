export interface ChangePosition {
  /** Identifies the database's history; a restored database has another one. */
  readonly generation: string;
  readonly transaction: string;
  /** The last listed record of that transaction; 0 for none. */
  readonly key: number;
}

export interface ChangesQuery {
  /** Exclusive; undefined starts at the beginning. */
  readonly after: ChangePosition | undefined;
  readonly limit: number;
  readonly withRemoved: boolean;
}

export interface RemovedRecord {
  readonly key: number;
  readonly updatedAt: Date;
}

export type RowChange<Row> = { readonly row: Row } | { readonly removed: RemovedRecord };

export interface RowChanges<Row> {
  readonly changes: readonly RowChange<Row>[];
  readonly next: ChangePosition;
  readonly hasMore: boolean;
}

export interface CursorPagination {
  readonly per_page: number;
  readonly has_more: boolean;
  readonly next_cursor: string;
}
