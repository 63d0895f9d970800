import { statement, type Run } from './statement';

/** The records of which other contexts keep copies. */
export interface CardTable<Row, Card> {
  readonly table: string;
  /** What a card is made of, the id among it: `id, customer_name as name, version`. */
  readonly columns: string;
  readonly cardOf: (row: Row) => Card;
}

/** As PostgreSQL writes an array: pg would look for characters to escape in each of thousands of ids. */
const arrayOf = (ids: readonly number[]): string => `{${ids.join()}}`;

interface CardsByIds {
  readonly companyId: number;
  /** As `arrayOf` writes them. */
  readonly ids: string;
}

/** Reads the cards of some of a company's records, and those of all, part by part. */
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
  // One row: pg takes longer to read thousands of them than PostgreSQL to find them.
  const IDS_AMONG = statement<CardsByIds, { ids: readonly number[] | null }>()(
    `ids_among_${table}`,
    `select json_agg(id) as ids from ${table}
     where company_id = :companyId and id = any(:ids::bigint[])`,
  );
  return (run: Run) => ({
    /** In any order. */
    async byIds(companyId: number, ids: readonly number[]): Promise<Card[]> {
      return (await run(BY_IDS, { companyId, ids: arrayOf(ids) })).map(cardOf);
    },
    /** Which of these ids are those of records, in any order. */
    async idsAmong(companyId: number, ids: readonly number[]): Promise<readonly number[]> {
      const [found] = await run(IDS_AMONG, { companyId, ids: arrayOf(ids) });
      return found?.ids ?? [];
    },
    /** The next ones after an id, in order of id. */
    async after(companyId: number, id: number, limit: number): Promise<Card[]> {
      return (await run(AFTER, { companyId, after: id, limit })).map(cardOf);
    },
  });
}
