import type { DataSource, EntityManager } from 'typeorm';

/** What the operator's commands work on. */
export interface Administration {
  /** The database, or a transaction that is undone. */
  readonly db: DataSource | EntityManager;
  readonly now: () => Date;
  /** Called after each change, failed ones too, and before its answer: no request is admitted on older terms. */
  readonly changed: () => void | Promise<void>;
}
