import { DomainError, requireFound } from '@svc/contracts';
import { selectList, type Columns, type SqlWithoutValues } from './columns';
import {
  batchQueries,
  inputRows,
  MAX_CONCURRENT_READS,
  reorderToMatchInput,
} from './batch-queries';
import { anyInArray, statement, type Run } from './statement';

interface RecordTable {
  readonly name: string;
  readonly table: string;
  readonly columns: Columns;
}

/**
 * Reads a company's records by their ids. Concurrent reads of single records run in one statement; with `isLocking`,
 * each locks its record until the transaction ends.
 */
export function createRecordReads<Stored extends object>(
  run: Run,
  { name, table, columns }: RecordTable,
  { isLocking = false } = {},
) {
  const select = `select ${selectList(columns)} from ${table}` as SqlWithoutValues;
  const locked = statement<Id, Stored>()(
    `lock_in_${table}`,
    `${select} where company_id = :companyId and id = :id for update`,
  );
  const together = statement<
    { companyIds: readonly number[]; ids: readonly number[] },
    Stored & { position: number }
  >()(
    `find_in_${table}`,
    `select position, ${selectList(columns, 'record')}
     from ${inputRows({ company_id: ':companyIds::bigint[]', id: ':ids::bigint[]' })}
     join ${table as SqlWithoutValues} record on record.company_id = input.company_id and record.id = input.id`,
  );
  const some = statement<{ companyId: number; ids: readonly number[] }, Stored>()(
    `find_some_in_${table}`,
    `${select} where company_id = :companyId and id = ${anyInArray(':ids')}`,
  );

  const findOne = isLocking
    ? async (id: Id) => (await run(locked, id))[0]
    : batchQueries(
        async (ids: readonly Id[]) =>
          reorderToMatchInput(
            await run(together, {
              companyIds: ids.map(({ companyId }) => companyId),
              ids: ids.map(({ id }) => id),
            }),
          ),
        { maxConcurrent: MAX_CONCURRENT_READS },
      );

  /** Includes removed records. */
  async function findAny(companyId: number, id: number): Promise<Stored> {
    return requireFound(await findOne({ companyId, id }), name);
  }

  return {
    findAny,

    async find(companyId: number, id: number): Promise<Stored> {
      const found = await findAny(companyId, id);
      if (isRemoved(found)) throw new DomainError('not_found', `${name} not found.`);
      return found;
    },

    /** Excludes removed records. */
    async findSome(companyId: number, ids: readonly number[]): Promise<Stored[]> {
      const found = await run(some, { companyId, ids });
      return found.filter((each) => !isRemoved(each));
    },
  };
}

interface Id {
  readonly companyId: number;
  readonly id: number;
}

const isRemoved = (record: { readonly deletedAt?: Date | null }): boolean =>
  Boolean(record.deletedAt);
