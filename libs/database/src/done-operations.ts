import { askingOutside, type AskOutside } from '@svc/kernel';
import type { DataSource, EntityManager } from 'typeorm';
import { gather } from './gather';
import { deletionOf } from './retention';
import { rolledBack } from './rolled-back';
import { asJson, runOn, statement, type Json } from './statement';

/**
 * The operations of bulks with an Idempotency-Key that are done, and what people did under a key, each
 * written in the transaction that did it, and what it was answered. `answer` is null only inside that
 * transaction.
 */
export const createDoneOperationsSql = `
create table done_operations (
  company_id bigint not null,
  bulk text collate "C" not null,
  place smallint not null,
  done_at timestamptz not null default now(),
  answer json,
  primary key (company_id, bulk, place)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);

create index done_operations_done_at_idx on done_operations (done_at);
`;

/** Which operation of which bulk, whose name is the same when it is repeated. */
export interface OperationKey {
  readonly companyId: number;
  readonly bulk: string;
  readonly place: number;
}

/** The gateway keeps answers for an Idempotency-Key as long. */
const KEPT = '24 hours';

const CLAIM = `
  on conflict (company_id, bulk, place)
    do update set done_at = excluded.done_at, answer = excluded.answer
    where done.done_at < now() - interval '${KEPT}'` as const;

const claim = statement<OperationKey, { place: number }>()(
  'claim_operation',
  `insert into done_operations as done (company_id, bulk, place)
   values (:companyId, :bulk, :place) ${CLAIM}
   returning place`,
);

/** Operations that a statement does together, each with its answer. */
export interface ClaimedOperations {
  readonly doneCompanyIds: readonly number[];
  readonly bulks: readonly string[];
  readonly places: readonly number[];
  readonly doneAnswers: readonly Json<unknown>[];
}

/**
 * The beginning of a statement that does several operations at once: keeps their answers, and has in
 * `claimed` the `position`, from 1, of those that nobody has done before. The others must not be done.
 * It waits for whoever is doing one of them.
 */
export const CLAIM_OPERATIONS = `
  with asked as (
    select company_id, bulk, place, answer, position
    from unnest(:doneCompanyIds::bigint[], :bulks::text[], :places::integer[], :doneAnswers::json[])
      with ordinality as asked (company_id, bulk, place, answer, position)
  ), kept as (
    insert into done_operations as done (company_id, bulk, place, answer)
    select company_id, bulk, place, answer from asked order by company_id, bulk, place ${CLAIM}
    returning company_id, bulk, place
  ), claimed as (
    select position from kept join asked using (company_id, bulk, place)
  )` as const;

/** The values of `CLAIM_OPERATIONS`. */
export const claimedOperations = (
  asked: readonly { readonly key: OperationKey; readonly answer: unknown }[],
): ClaimedOperations => ({
  doneCompanyIds: asked.map(({ key }) => key.companyId),
  bulks: asked.map(({ key }) => key.bulk),
  places: asked.map(({ key }) => key.place),
  doneAnswers: asked.map(({ answer }) => asJson(answer)),
});

const claimAll = statement<ClaimedOperations, { position: number }>()(
  'claim_operations',
  `${CLAIM_OPERATIONS} select position from claimed`,
);

/** The places, from 0, of those that were claimed. */
export const claimedPlaces = (
  claimed: readonly { readonly position: number }[],
): ReadonlySet<number> => new Set(claimed.map(({ position }) => position - 1));

/** Answers whether nobody has done an operation by now; whoever is doing it is waited for. */
export type IsUndone = (key: OperationKey) => Promise<boolean>;

/**
 * Those asked at the same moment share one transaction, which claims them and is rolled back. So
 * operations that are refused are found to be undone at the cost of one.
 */
export const isUndoneOn = (db: DataSource): IsUndone =>
  gather(
    (keys: readonly OperationKey[]) =>
      rolledBack(db, async (tx) => {
        const asked = keys.map((key) => ({ key, answer: null }));
        const undone = claimedPlaces(await runOn(tx)(claimAll, claimedOperations(asked)));
        return keys.map((_, place) => undone.has(place));
      }),
    { groupOf: ({ companyId }) => companyId, mostUnderWay: 1 },
  );

/** What an operation would do takes a transaction of its own. */
export class NeedsTransaction extends Error {}

/** Stands for whatever writes, where operations share what they read until one of them would write. */
export const needTransaction = (): never => {
  throw new NeedsTransaction('The operation needs a transaction.');
};

const keepAnswer = statement<OperationKey & { answer: Json<unknown> }>()(
  'keep_answer_of_operation',
  `update done_operations set answer = :answer
   where company_id = :companyId and bulk = :bulk and place = :place`,
);

const selectAnswer = statement<OperationKey, { answer: unknown }>()(
  'select_answer_of_operation',
  `select answer from done_operations
   where company_id = :companyId and bulk = :bulk and place = :place`,
);

/** Forgets what was done more than a day ago. */
export const deleteDoneOperations = deletionOf({
  table: 'done_operations',
  key: 'company_id, bulk, place',
  keptFor: { done_at: KEPT },
});

/** Does an operation once; answers as it was answered then. */
export type DoOperationOnce<UseCases> = <Answer>(
  key: OperationKey,
  work: (useCases: UseCases) => Promise<Answer>,
) => Promise<Answer>;

/**
 * Does operations and keeps their answers, each in one transaction. One that is done is not done again,
 * and another transaction that is doing it is waited for. What use cases ask others for, they ask outside
 * it. An answer has to be the same when it has been JSON; `committed` is called after each, as there may be
 * events to relay.
 */
export const doOnceOn =
  <UseCases>(
    db: DataSource,
    useCasesOn: (tx: EntityManager, ask: AskOutside) => UseCases,
    committed: () => void,
  ): DoOperationOnce<UseCases> =>
  async <Answer>(key: OperationKey, work: (useCases: UseCases) => Promise<Answer>) => {
    const answer = await askingOutside((ask) =>
      db.transaction(async (tx) => {
        const run = runOn(tx);
        const [claimed] = await run(claim, key);
        if (!claimed) {
          const [done] = await run(selectAnswer, key);
          return done?.answer as Answer;
        }
        const fresh = await work(useCasesOn(tx, ask));
        await run(keepAnswer, { ...key, answer: asJson(fresh) });
        return fresh;
      }),
    );
    committed();
    return answer;
  };
