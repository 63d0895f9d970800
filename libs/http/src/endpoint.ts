import type { Caller, Precondition } from '@svc/contracts';
import type { ObjectSchema } from 'joi';
import type { Reply } from './replies';

/** What an operation is asked: the record it addresses, the checked input, and who asks. */
export interface Call<IdSet, Query = unknown, Body = unknown> {
  /** Its name in the endpoint table. */
  readonly operation: string;
  /** When it arrived. */
  readonly at: Date;
  readonly ids: IdSet;
  readonly query: Query;
  readonly body: Body;
  readonly caller: Caller;
  /** The external id in the address, where it has one. */
  readonly externalId?: string | undefined;
  /** In which state a PUT or PATCH wants to find its record. */
  readonly precondition?: Precondition | undefined;
  /** What its repetitions are called as well, where it has an Idempotency-Key. */
  readonly requestName?: string | undefined;
}

export interface Schemas<Query, Body> {
  readonly query?: ObjectSchema<Query>;
  readonly body?: ObjectSchema<Body>;
  /** Of a body that the operation checks itself: by one of these. */
  readonly checkedLater?: readonly ObjectSchema[];
}

/** The record ids of an address, by selector. */
export type Ids = Readonly<Record<string, number>>;

export interface Handler<IdSet> {
  readonly schemas: Schemas<unknown, unknown>;
  /** Asks other contexts for what the call refers to, before a transaction is opened for it. */
  prepare?(call: Call<IdSet>): Promise<unknown>;
  run(call: Call<IdSet>): Promise<Reply>;
}

/** Binds the checks of one operation to the code that performs it. */
export const endpoint = <IdSet, Query = unknown, Body = unknown>(
  schemas: Schemas<Query, Body>,
  run: (call: Call<IdSet, Query, Body>) => Promise<Reply>,
  prepare?: (call: Call<IdSet, Query, Body>) => Promise<unknown>,
): Handler<IdSet> => ({
  schemas: schemas as Schemas<unknown, unknown>,
  prepare: prepare as Handler<IdSet>['prepare'],
  run: (call) => run(call as Call<IdSet, Query, Body>),
});
