import type { ErrorCode } from '@svc/contracts';
import type { ObjectSchema } from 'joi';
import type { Answer } from './answers';
import { endpoint, type Call, type Handler } from './endpoint';
import { created, foundVersion, written } from './replies';
import { viewOf } from './view';

interface Operation<Source> {
  /** Imperative, no full stop: "List jobs". */
  readonly summary: string;
  /** Markdown beyond what the endpoint table and the schemas say. */
  readonly description: string;
  readonly shown: Answer<Source, object>;
  /** Beyond those of every operation. */
  readonly errors?: readonly ErrorCode[];
}

export interface ReadOperation<Query, Source> extends Operation<Source> {
  readonly query?: ObjectSchema<Query>;
}

export interface ListOperation<Query, Row> extends Operation<Row> {
  readonly query: ObjectSchema<Query>;
  readonly removed?: Answer<never, object>;
}

export interface WriteOperation<Body, Source> extends Operation<Source> {
  readonly body: ObjectSchema<Body>;
  readonly message: string;
  readonly requestExample: object;
  readonly example?: object;
}

export const getEndpoint = <IdSet, Query, Source>(
  { query, shown }: ReadOperation<Query, Source>,
  read: (call: Call<IdSet, Query>) => Promise<Source & { readonly version: number }>,
): Handler<IdSet> =>
  endpoint<IdSet, Query>(query ? { query } : {}, async (call) => {
    const record = await read(call);
    return foundVersion(record.version, shown.present(record, viewOf(call.caller)));
  });

export const createEndpoint = <IdSet, Body, Source>(
  { body, shown, message }: WriteOperation<Body, Source>,
  create: (call: Call<IdSet, unknown, Body>) => Promise<Source>,
  prepare?: (call: Call<IdSet, unknown, Body>) => Promise<unknown>,
): Handler<IdSet> =>
  endpoint<IdSet, unknown, Body>(
    { body },
    async (call) => created(message, shown.present(await create(call), viewOf(call.caller))),
    prepare,
  );

export const updateEndpoint = <IdSet, Body, Source>(
  { body, shown, message }: WriteOperation<Body, Source>,
  update: (call: Call<IdSet, unknown, Body>) => Promise<Source>,
  prepare?: (call: Call<IdSet, unknown, Body>) => Promise<unknown>,
): Handler<IdSet> =>
  endpoint<IdSet, unknown, Body>(
    { body },
    async (call) => written(message, shown.present(await update(call), viewOf(call.caller))),
    prepare,
  );
