import {
  reencryptRows,
  createRun,
  statement,
  addReencryptionCounts,
  type ReencryptionCounts,
} from '@svc/database';
import type { DataSource } from 'typeorm';
import type { SecretBox } from './secret-box';

export type ReencryptSecrets = (companyId: number) => Promise<ReencryptionCounts>;

interface Row {
  readonly id: number;
  readonly encrypted: Buffer;
}

const COLUMNS = ['secret', 'former_secret', 'header_values'] as const;

type Column = (typeof COLUMNS)[number];

const select = (column: Column) =>
  statement<{ companyId: number; after: number }, Row>()(
    `select_encrypted_${column}`,
    `select id, ${column} as encrypted from endpoints
     where company_id = :companyId and id > :after and ${column} is not null order by id limit 100`,
  );

interface Replacements {
  readonly companyId: number;
  readonly ids: readonly number[];
  readonly before: readonly Buffer[];
  readonly encrypted: readonly Buffer[];
}

const replace = (column: Column) =>
  statement<Replacements>()(
    `replace_encrypted_${column}`,
    // By id, like every lock of several endpoints.
    `with fresh as (
       select e.id, given.encrypted
       from unnest(:ids::bigint[], :before::bytea[], :encrypted::bytea[]) as given (id, before, encrypted)
       join endpoints e on e.company_id = :companyId and e.id = given.id
         and e.${column} = given.before
       order by e.id for update of e)
     update endpoints e set ${column} = fresh.encrypted from fresh
     where e.company_id = :companyId and e.id = fresh.id
     returning 1`,
  );

/** A secret that was rotated meanwhile is left alone. */
export const createReencryptSecrets = (db: DataSource, box: SecretBox): ReencryptSecrets => {
  const run = createRun(db);
  const reencryptColumn = (companyId: number, column: Column): Promise<ReencryptionCounts> =>
    reencryptRows<Row>({
      after: (row) => run(select(column), { companyId, after: row?.id ?? 0 }),
      reencrypt: ({ encrypted }) => box.reencrypt(encrypted, companyId),
      async replace(replacements) {
        const replaced = await run(replace(column), {
          companyId,
          ids: replacements.map(([{ id }]) => id),
          before: replacements.map(([{ encrypted }]) => encrypted),
          encrypted: replacements.map(([, encrypted]) => encrypted),
        });
        return replaced.length;
      },
    });
  return async (companyId) => {
    const counts: ReencryptionCounts[] = [];
    for (const column of COLUMNS) counts.push(await reencryptColumn(companyId, column));
    return counts.reduce(addReencryptionCounts);
  };
};
