import { DomainError, existing } from '@svc/contracts';
import { selectList, type Columns, type Nameless } from './columns';
import { anyOf, statement, type Run } from './statement';

interface RecordTable {
  readonly name: string;
  readonly table: string;
  readonly columns: Columns;
}

/** `isLocking` locks a single record until the transaction ends. */
export function recordReads<Stored extends object>(
  run: Run,
  { name, table, columns }: RecordTable,
  { isLocking = false } = {},
) {
  const select = `select ${selectList(columns)} from ${table}` as Nameless;
  const one = statement<{ companyId: number; id: number }, Stored>()(
    `find_in_${table}`,
    `${select} where company_id = :companyId and id = :id ${(isLocking ? 'for update' : '') as Nameless}`,
  );
  const some = statement<{ companyId: number; ids: readonly number[] }, Stored>()(
    `find_some_in_${table}`,
    `${select} where company_id = :companyId and id = ${anyOf(':ids')}`,
  );

  /** Includes removed records. */
  async function findAny(companyId: number, id: number): Promise<Stored> {
    const [found] = await run(one, { companyId, id });
    return existing(found, name);
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

const isRemoved = (record: { readonly deletedAt?: Date | null }): boolean =>
  Boolean(record.deletedAt);
