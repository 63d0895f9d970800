import { statement, type Run } from './statement';

export interface CardTable<Row, Card> {
  readonly table: string;
  readonly columns: string;
  readonly cardOf: (row: Row) => Card;
}

/** Written as text: pg would search thousands of ids for characters to escape. */
const arrayOf = (ids: readonly number[]): string => `{${ids.join()}}`;

interface CardsByIds {
  readonly companyId: number;
  readonly ids: string;
}

export function cardReads<Row, Card>({ table, columns, cardOf }: CardTable<Row, Card>) {
  const ofCompany = `select ${columns} from ${table} where company_id = :companyId` as const;
  const BY_IDS = statement<CardsByIds, Row>()(
    `cards_of_${table}`,
    `${ofCompany} and id = any(:ids::bigint[])`,
  );
  const AFTER = statement<{ companyId: number; after: number; limit: number }, Row>()(
    `cards_of_${table}_after`,
    `${ofCompany} and id > :after order by id limit :limit`,
  );
  // One row of JSON: pg needs longer to parse thousands of rows than PostgreSQL to find them.
  const IDS_AMONG = statement<CardsByIds, { ids: readonly number[] | null }>()(
    `ids_among_${table}`,
    `select json_agg(id) as ids from ${table}
     where company_id = :companyId and id = any(:ids::bigint[])`,
  );
  return (run: Run) => ({
    async byIds(companyId: number, ids: readonly number[]): Promise<Card[]> {
      return (await run(BY_IDS, { companyId, ids: arrayOf(ids) })).map(cardOf);
    },
    async findExistingIds(companyId: number, ids: readonly number[]): Promise<readonly number[]> {
      const [found] = await run(IDS_AMONG, { companyId, ids: arrayOf(ids) });
      return found?.ids ?? [];
    },
    async after(companyId: number, id: number, limit: number): Promise<Card[]> {
      return (await run(AFTER, { companyId, after: id, limit })).map(cardOf);
    },
  });
}
