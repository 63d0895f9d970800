import type { Caller, Precondition } from '@svc/contracts';
import type { ObjectSchema } from 'joi';
import type { Reply } from './replies';
import type { ReportUnknown } from './unknown-input';

export interface OperationCall<IdSet, Query = unknown, Body = unknown> {
  readonly operation: string;
  readonly at: Date;
  readonly ids: IdSet;
  readonly query: Query;
  readonly body: Body;
  readonly caller: Caller;
  readonly externalId?: string | undefined;
  readonly precondition?: Precondition | undefined;
  /** The Idempotency-Key's internal name, which repetitions share. */
  readonly requestKey?: string | undefined;
  /** For operations that validate the body themselves. */
  readonly reportUnknown?: ReportUnknown | undefined;
}

export interface InputSchemas<Query, Body> {
  readonly query?: ObjectSchema<Query>;
  readonly body?: ObjectSchema<Body>;
  /** Schemas of a body that the operation validates itself, by one of them. */
  readonly checkedLater?: readonly ObjectSchema[];
}

export type RecordIds = Readonly<Record<string, number>>;

export interface OperationHandler<IdSet> {
  readonly schemas: InputSchemas<unknown, unknown>;
  /** Fetches references from other contexts before a transaction is opened. */
  prepare?(call: OperationCall<IdSet>): Promise<unknown>;
  run(call: OperationCall<IdSet>): Promise<Reply>;
}

export const createHandler = <IdSet, Query = unknown, Body = unknown>(
  schemas: InputSchemas<Query, Body>,
  run: (call: OperationCall<IdSet, Query, Body>) => Promise<Reply>,
  prepare?: (call: OperationCall<IdSet, Query, Body>) => Promise<unknown>,
): OperationHandler<IdSet> => ({
  schemas: schemas as InputSchemas<unknown, unknown>,
  prepare: prepare as OperationHandler<IdSet>['prepare'],
  run: (call) => run(call as OperationCall<IdSet, Query, Body>),
});
