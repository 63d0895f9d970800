import { statement, type Run } from './statement';

export interface SummaryTable<Row, Card> {
  readonly table: string;
  readonly columns: string;
  readonly toSummary: (row: Row) => Card;
}

/** Written as text: pg would search thousands of ids for characters to escape. */
const formatArray = (ids: readonly number[]): string => `{${ids.join()}}`;

interface SummariesByIds {
  readonly companyId: number;
  readonly ids: string;
}

export function createSummaryReads<Row, Card>({
  table,
  columns,
  toSummary: cardOf,
}: SummaryTable<Row, Card>) {
  const SELECT = `select ${columns} from ${table} where company_id = :companyId` as const;
  const BY_IDS = statement<SummariesByIds, Row>()(
    `cards_of_${table}`,
    `${SELECT} and id = any(:ids::bigint[])`,
  );
  const AFTER = statement<{ companyId: number; after: number; limit: number }, Row>()(
    `cards_of_${table}_after`,
    `${SELECT} and id > :after order by id limit :limit`,
  );
  // One row of JSON: pg needs longer to parse thousands of rows than PostgreSQL to find them.
  const IDS_AMONG = statement<SummariesByIds, { ids: readonly number[] | null }>()(
    `ids_among_${table}`,
    `select json_agg(id) as ids from ${table}
     where company_id = :companyId and id = any(:ids::bigint[])`,
  );
  return (run: Run) => ({
    async byIds(companyId: number, ids: readonly number[]): Promise<Card[]> {
      return (await run(BY_IDS, { companyId, ids: formatArray(ids) })).map(cardOf);
    },
    async findExistingIds(companyId: number, ids: readonly number[]): Promise<readonly number[]> {
      const [found] = await run(IDS_AMONG, { companyId, ids: formatArray(ids) });
      return found?.ids ?? [];
    },
    async after(companyId: number, id: number, limit: number): Promise<Card[]> {
      return (await run(AFTER, { companyId, after: id, limit })).map(cardOf);
    },
  });
}
