import type { ErrorCode } from '@svc/contracts';
import type { ObjectSchema } from 'joi';
import type { ResponseFormat } from './responses';
import { createHandler, type OperationCall, type OperationHandler } from './handler';
import { created, foundVersion, written } from './replies';
import { toView } from './view';

interface Operation<Source> {
  readonly summary: string;
  /** Markdown beyond what the endpoint table and the schemas say. */
  readonly description: string;
  readonly response: ResponseFormat<Source, object>;
  /** Beyond those of every operation. */
  readonly errors?: readonly ErrorCode[];
}

export interface ReadOperation<Query, Source> extends Operation<Source> {
  readonly query?: ObjectSchema<Query>;
}

export interface ListOperation<Query, Row> extends Operation<Row> {
  readonly query: ObjectSchema<Query>;
  readonly removed?: ResponseFormat<never, object>;
}

export interface WriteOperation<Body, Source> extends Operation<Source> {
  readonly body: ObjectSchema<Body>;
  readonly message: string;
  readonly requestExample: object;
  readonly example?: object;
}

export const createGetHandler = <IdSet, Query, Source>(
  { query, response }: ReadOperation<Query, Source>,
  read: (call: OperationCall<IdSet, Query>) => Promise<Source & { readonly version: number }>,
): OperationHandler<IdSet> =>
  createHandler<IdSet, Query>(query ? { query } : {}, async (call) => {
    const record = await read(call);
    return foundVersion(record.version, response.present(record, toView(call.caller)));
  });

const createWriteHandler =
  (reply: typeof written) =>
  <IdSet, Body, Source>(
    { body, response, message }: WriteOperation<Body, Source>,
    write: (call: OperationCall<IdSet, unknown, Body>) => Promise<Source>,
    prepare?: (call: OperationCall<IdSet, unknown, Body>) => Promise<unknown>,
  ): OperationHandler<IdSet> =>
    createHandler<IdSet, unknown, Body>(
      { body },
      async (call) => reply(message, response.present(await write(call), toView(call.caller))),
      prepare,
    );

export const createCreationHandler = createWriteHandler(created);
export const createUpdateHandler = createWriteHandler(written);
