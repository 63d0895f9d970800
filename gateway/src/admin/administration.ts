import type { DataSource } from 'typeorm';

/** What the operator's commands work on. */
export interface Administration {
  readonly db: DataSource;
  readonly now: () => Date;
  /** Called after each change, failed ones too, and before its answer: no request is admitted on older terms. */
  readonly changed: () => void;
}
