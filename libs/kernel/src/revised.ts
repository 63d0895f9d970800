/** A record that counts its changes, from 1 on. */
export interface Versioned {
  readonly version: number;
  readonly updatedAt: Date;
}

interface Deletable extends Versioned {
  readonly deletedAt: Date | null;
}

/** What a change made of a record, as its next version. */
export const revised = <Row extends Versioned>(changed: Row, at: Date): Row => ({
  ...changed,
  version: changed.version + 1,
  updatedAt: at,
});

/** The record after it was deleted, or the very same one when it already was. */
export const deleteRecord = <Row extends Deletable>(record: Row, at: Date): Row =>
  record.deletedAt ? record : revised({ ...record, deletedAt: at }, at);

/** The record after it was restored, or the very same one when it was not deleted. */
export const restoreRecord = <Row extends Deletable>(record: Row, at: Date): Row =>
  record.deletedAt ? revised({ ...record, deletedAt: null }, at) : record;
