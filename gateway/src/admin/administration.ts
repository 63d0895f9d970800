import type { DataSource } from 'typeorm';

/** What the operator's commands work on. */
export interface Administration {
  readonly db: DataSource;
  readonly now: () => Date;
  /** Called after each change and before its answer, so that no request is admitted on older terms. */
  readonly changed: () => void;
}
