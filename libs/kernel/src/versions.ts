/** The version starts at 1. */
export interface Versioned {
  readonly version: number;
  readonly updatedAt: Date;
}

interface Deletable extends Versioned {
  readonly deletedAt: Date | null;
}

export const toNextVersion = <Row extends Versioned>(changed: Row, at: Date): Row => ({
  ...changed,
  version: changed.version + 1,
  updatedAt: at,
});

/** Returns the same object if it is already deleted. */
export const deleteRecord = <Row extends Deletable>(record: Row, at: Date): Row =>
  record.deletedAt ? record : toNextVersion({ ...record, deletedAt: at }, at);

/** Returns the same object if it is not deleted. */
export const restoreRecord = <Row extends Deletable>(record: Row, at: Date): Row =>
  record.deletedAt ? toNextVersion({ ...record, deletedAt: null }, at) : record;
