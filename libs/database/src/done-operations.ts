import { runWithCallsOutside, type CallOutside } from '@svc/kernel';
import type { DataSource, EntityManager } from 'typeorm';
import { createDeletion } from './retention';
import { asJson, createRun, statement, type Json } from './statement';

/**
 * Responses of operations with an Idempotency-Key; `response` is null only inside the operation's transaction.
 */
export const createDoneOperationsSql = `
create table done_operations (
  company_id bigint not null,
  bulk text collate "C" not null,
  place smallint not null,
  done_at timestamptz not null default now(),
  response json,
  primary key (company_id, bulk, place)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);

create index done_operations_done_at_idx on done_operations (done_at);
`;

/** `bulk` is the same when a bulk is repeated. */
export interface OperationKey {
  readonly companyId: number;
  readonly bulk: string;
  readonly place: number;
}

const RETENTION = '24 hours';

const ON_CONFLICT = `
  on conflict (company_id, bulk, place)
    do update set done_at = excluded.done_at, response = excluded.response
    where done.done_at < now() - interval '${RETENTION}'` as const;

const lockOperation = statement<OperationKey, { place: number }>()(
  'lock_operation',
  `insert into done_operations as done (company_id, bulk, place)
   values (:companyId, :bulk, :place) ${ON_CONFLICT}
   returning place`,
);

const storeResponse = statement<OperationKey & { response: Json<unknown> }>()(
  'store_response_of_operation',
  `update done_operations set response = :response
   where company_id = :companyId and bulk = :bulk and place = :place`,
);

const selectResponse = statement<OperationKey, { response: unknown }>()(
  'select_response_of_operation',
  `select response from done_operations
   where company_id = :companyId and bulk = :bulk and place = :place`,
);

export const deleteDoneOperations = createDeletion({
  table: 'done_operations',
  key: 'company_id, bulk, place',
  keptFor: { done_at: RETENTION },
});

export type DoOperationOnce<UseCases> = <Result>(
  key: OperationKey,
  work: (useCases: UseCases) => Promise<Result>,
) => Promise<Result>;

/**
 * Runs an operation and stores its response in one transaction; a repetition waits for it and returns the
 * stored response. Calls to other services run outside the transaction. Responses must survive a round trip
 * through JSON.
 */
export const createDoOnce =
  <UseCases>(
    db: DataSource,
    createUseCases: (tx: EntityManager, callOutside: CallOutside) => UseCases,
    onCommitted: () => void,
  ): DoOperationOnce<UseCases> =>
  async <Result>(key: OperationKey, work: (useCases: UseCases) => Promise<Result>) => {
    const result = await runWithCallsOutside((callOutside) =>
      db.transaction(async (tx) => {
        const run = createRun(tx);
        const [locked] = await run(lockOperation, key);
        if (!locked) {
          const [done] = await run(selectResponse, key);
          return done?.response as Result;
        }
        const response = await work(createUseCases(tx, callOutside));
        await run(storeResponse, { ...key, response: asJson(response) });
        return response;
      }),
    );
    onCommitted();
    return result;
  };
