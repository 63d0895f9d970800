import type { ClientBase } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import { poolOf } from './data-source';

/** SQL with the name under which each connection prepares it once. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** Runs a statement and answers its rows. */
export type Run = <Row>(statement: Statement, values: readonly unknown[]) => Promise<Row[]>;

const known = new Map<string, Statement>();

/**
 * A prepared statement. Texts that differ get names that differ, so that one question may come in
 * several forms (a list with and without each filter).
 */
export function statement(name: string, text: string): Statement {
  const key = `${name}\n${text}`;
  const earlier = known.get(key);
  if (earlier) return earlier;
  const created = { name: `${name}_${known.size}`, text };
  known.set(key, created);
  return created;
}

/**
 * Some ids in a parameter, for statements that join: `id = ${anyOf('$2')}`.
 *
 * They are in a query of their own so that the planner does not count them: it would find its plan for
 * these ids cheaper than one for any number, and so plan each call anew, which costs more than the rows.
 */
export const anyOf = (parameter: `$${number}`): string =>
  `any((select ${parameter}::bigint[])::bigint[])`;

/**
 * Runs statements by name: on the pool, or inside a transaction on its own connection.
 *
 * A named statement saves PostgreSQL the planning, and going to pg directly saves the ORM's part:
 * together more than half the cost of reading one row.
 */
export const runOn = (db: DataSource | EntityManager): Run =>
  db instanceof DataSource ? onPool(db) : inTransaction(db);

const onPool =
  (db: DataSource): Run =>
  <Row>(asked: Statement, values: readonly unknown[]) =>
    rowsOf<Row>(poolOf(db), asked, values);

const inTransaction =
  (tx: EntityManager): Run =>
  async <Row>(asked: Statement, values: readonly unknown[]) => {
    if (!tx.queryRunner) throw new Error('runOn needs the entity manager of a transaction.');
    return rowsOf<Row>((await tx.queryRunner.connect()) as ClientBase, asked, values);
  };

/** What fails says which statement it was: a log has its name in place of its text and values. */
async function rowsOf<Row>(
  on: Pick<ClientBase, 'query'>,
  { name, text }: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  try {
    return (await on.query({ name, text, values: [...values] })).rows as Row[];
  } catch (error) {
    if (error instanceof Error) Object.assign(error, { statement: name });
    throw error;
  }
}
