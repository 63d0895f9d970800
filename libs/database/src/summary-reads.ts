import { statement, type Run } from './statement';

export interface SummaryTable<Row, Summary> {
  readonly table: string;
  readonly columns: string;
  readonly toSummary: (row: Row) => Summary;
}

/** Formatted here, because pg would search thousands of ids for characters to escape. */
const formatArray = (ids: readonly number[]): string => `{${ids.join()}}`;

interface SummariesByIds {
  readonly companyId: number;
  readonly ids: string;
}

export function createSummaryReads<Row, Summary>({
  table,
  columns,
  toSummary,
}: SummaryTable<Row, Summary>) {
  const SELECT = `select ${columns} from ${table} where company_id = :companyId` as const;
  const BY_IDS = statement<SummariesByIds, Row>()(
    `summaries_of_${table}`,
    `${SELECT} and id = any(:ids::bigint[])`,
  );
  const AFTER = statement<{ companyId: number; after: number; limit: number }, Row>()(
    `summaries_of_${table}_after`,
    `${SELECT} and id > :after order by id limit :limit`,
  );
  // One row of JSON: pg needs longer to parse thousands of rows than PostgreSQL to find them.
  const EXISTING_IDS = statement<SummariesByIds, { ids: readonly number[] | null }>()(
    `existing_ids_in_${table}`,
    `select json_agg(id) as ids from ${table}
     where company_id = :companyId and id = any(:ids::bigint[])`,
  );
  return (run: Run) => ({
    async listByIds(companyId: number, ids: readonly number[]): Promise<Summary[]> {
      return (await run(BY_IDS, { companyId, ids: formatArray(ids) })).map(toSummary);
    },
    async findExistingIds(companyId: number, ids: readonly number[]): Promise<readonly number[]> {
      const [found] = await run(EXISTING_IDS, { companyId, ids: formatArray(ids) });
      return found?.ids ?? [];
    },
    async listAfter(companyId: number, id: number, limit: number): Promise<Summary[]> {
      return (await run(AFTER, { companyId, after: id, limit })).map(toSummary);
    },
  });
}
