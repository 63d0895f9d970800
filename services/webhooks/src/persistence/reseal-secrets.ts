import { resealRows, runOn, statement, sumOf, type Resealed } from '@svc/database';
import type { DataSource } from 'typeorm';
import type { SecretBox } from './secret-box';

/** Seals the signing secrets of a company with the first value of ENCRYPTION_KEY. */
export type ResealSecrets = (companyId: number) => Promise<Resealed>;

interface Row {
  readonly id: number;
  readonly sealed: Buffer;
}

type Column = 'secret' | 'former_secret';

const select = (column: Column) =>
  statement(
    `select_sealed_${column}`,
    `select id, ${column} as sealed from endpoints
     where company_id = $1 and id > $2 and ${column} is not null order by id limit 100`,
  );

const replace = (column: Column) =>
  statement(
    `replace_sealed_${column}`,
    `update endpoints e set ${column} = fresh.sealed
     from unnest($2::bigint[], $3::bytea[], $4::bytea[]) as fresh (id, before, sealed)
     where e.company_id = $1 and e.id = fresh.id and e.${column} = fresh.before
     returning 1`,
  );

/** Each secret is replaced only where it still is the one that was read: it may be rotated meanwhile. */
export const resealSecretsIn = (db: DataSource, box: SecretBox): ResealSecrets => {
  const run = runOn(db);
  const resealColumn = (companyId: number, column: Column): Promise<Resealed> =>
    resealRows<Row>({
      after: (row) => run(select(column), [companyId, row?.id ?? 0]),
      reseal: ({ sealed }) => box.reseal(sealed, companyId),
      async replace(resealed) {
        const replaced = await run(replace(column), [
          companyId,
          resealed.map(([{ id }]) => id),
          resealed.map(([{ sealed }]) => sealed),
          resealed.map(([, sealed]) => sealed),
        ]);
        return replaced.length;
      },
    });
  return async (companyId) =>
    sumOf(await resealColumn(companyId, 'secret'), await resealColumn(companyId, 'former_secret'));
};
