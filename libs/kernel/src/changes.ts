/** A place in the order in which the records of a list were changed. */
export interface ChangePlace {
  /** The life of the database in which the place has a meaning. */
  readonly generation: string;
  /** The transaction that changed the record, as PostgreSQL counts them. */
  readonly transaction: string;
  /** Of the records that the transaction changed, the last one that was listed; 0 where none was. */
  readonly key: number;
}

/** Which changes of a list are asked for. */
export interface ChangesPart {
  /** Those after this place; all that there are when absent. */
  readonly after: ChangePlace | undefined;
  readonly limit: number;
  /** Whether records that were removed are told of. */
  readonly withRemoved: boolean;
}

/** A record that was deleted or removed. */
export interface RemovedRecord {
  readonly key: number;
  readonly updatedAt: Date;
}

/** A record as it is after its last change. */
export type Change<Row> = { readonly row: Row } | { readonly removed: RemovedRecord };

/** What changed in a list after a place, the longest unchanged first. */
export interface Changes<Row> {
  readonly changes: readonly Change<Row>[];
  /** From here the next read goes on, now or later. */
  readonly next: ChangePlace;
  readonly hasMore: boolean;
}

/** The `pagination` object of a list that is read by cursor. */
export interface CursorPagination {
  readonly per_page: number;
  readonly has_more: boolean;
  readonly next_cursor: string;
}
