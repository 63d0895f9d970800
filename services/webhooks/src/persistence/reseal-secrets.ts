import {
  reencryptRows,
  createRun,
  statement,
  addReencryptionCounts,
  type ReencryptionCounts,
} from '@svc/database';
import type { DataSource } from 'typeorm';
import type { SecretBox } from './secret-box';

export type ResealSecrets = (companyId: number) => Promise<ReencryptionCounts>;

interface Row {
  readonly id: number;
  readonly sealed: Buffer;
}

const COLUMNS = ['secret', 'former_secret', 'header_values'] as const;

type Column = (typeof COLUMNS)[number];

const select = (column: Column) =>
  statement<{ companyId: number; after: number }, Row>()(
    `select_sealed_${column}`,
    `select id, ${column} as sealed from endpoints
     where company_id = :companyId and id > :after and ${column} is not null order by id limit 100`,
  );

interface Replacements {
  readonly companyId: number;
  readonly ids: readonly number[];
  readonly before: readonly Buffer[];
  readonly sealed: readonly Buffer[];
}

const replace = (column: Column) =>
  statement<Replacements>()(
    `replace_sealed_${column}`,
    // By id, like every lock of several endpoints.
    `with fresh as (
       select e.id, given.sealed
       from unnest(:ids::bigint[], :before::bytea[], :sealed::bytea[]) as given (id, before, sealed)
       join endpoints e on e.company_id = :companyId and e.id = given.id
         and e.${column} = given.before
       order by e.id for update of e)
     update endpoints e set ${column} = fresh.sealed from fresh
     where e.company_id = :companyId and e.id = fresh.id
     returning 1`,
  );

/** A secret that was rotated meanwhile is left alone. */
export const createResealSecrets = (db: DataSource, box: SecretBox): ResealSecrets => {
  const run = createRun(db);
  const resealColumn = (companyId: number, column: Column): Promise<ReencryptionCounts> =>
    reencryptRows<Row>({
      after: (row) => run(select(column), { companyId, after: row?.id ?? 0 }),
      reencrypt: ({ sealed }) => box.reseal(sealed, companyId),
      async replace(resealed) {
        const replaced = await run(replace(column), {
          companyId,
          ids: resealed.map(([{ id }]) => id),
          before: resealed.map(([{ sealed }]) => sealed),
          sealed: resealed.map(([, sealed]) => sealed),
        });
        return replaced.length;
      },
    });
  return async (companyId) => {
    const counts: ReencryptionCounts[] = [];
    for (const column of COLUMNS) counts.push(await resealColumn(companyId, column));
    return counts.reduce(addReencryptionCounts);
  };
};
