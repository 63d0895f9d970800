import type { Caller, Precondition } from '@svc/contracts';
import type { ObjectSchema } from 'joi';
import type { Reply } from './replies';

export interface Call<IdSet, Query = unknown, Body = unknown> {
  readonly operation: string;
  readonly at: Date;
  readonly ids: IdSet;
  readonly query: Query;
  readonly body: Body;
  readonly caller: Caller;
  readonly externalId?: string | undefined;
  /** The state in which a PUT or PATCH expects its record. */
  readonly precondition?: Precondition | undefined;
  /** The Idempotency-Key's internal name, which repetitions share. */
  readonly requestName?: string | undefined;
}

export interface Schemas<Query, Body> {
  readonly query?: ObjectSchema<Query>;
  readonly body?: ObjectSchema<Body>;
  /** Schemas of a body that the operation validates itself, by one of them. */
  readonly checkedLater?: readonly ObjectSchema[];
}

export type Ids = Readonly<Record<string, number>>;

export interface Handler<IdSet> {
  readonly schemas: Schemas<unknown, unknown>;
  /** Fetches references from other contexts before a transaction is opened. */
  prepare?(call: Call<IdSet>): Promise<unknown>;
  run(call: Call<IdSet>): Promise<Reply>;
}

export const endpoint = <IdSet, Query = unknown, Body = unknown>(
  schemas: Schemas<Query, Body>,
  run: (call: Call<IdSet, Query, Body>) => Promise<Reply>,
  prepare?: (call: Call<IdSet, Query, Body>) => Promise<unknown>,
): Handler<IdSet> => ({
  schemas: schemas as Schemas<unknown, unknown>,
  prepare: prepare as Handler<IdSet>['prepare'],
  run: (call) => run(call as Call<IdSet, Query, Body>),
});
