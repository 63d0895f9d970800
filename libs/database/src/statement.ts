import type { ClientBase, Pool } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { toPositions, type Fitting } from './named-values';

/** SQL that takes values by their names and answers rows, prepared once by each connection. */
export interface Statement<Values, Row> {
  /** The name of the prepared statement; without one (empty) each call is planned again. */
  readonly name: string;
  /** With `$1`, `$2`, … in place of the names. */
  readonly text: string;
  /** Of the values, in the order of their positions. */
  readonly names: readonly string[];
  /** Has no value at run time; it holds the types for the compiler. */
  readonly types?: (values: Values) => Row;
}

/** Of a statement that takes none. */
export type NoValues = Readonly<Record<never, unknown>>;

/** Of a statement whose text is put together at run time. */
export type AnyValues = Readonly<Record<string, unknown>>;

type Arguments<Values> = [keyof Values] extends [never] ? [] : [values: Values];

/** Runs a statement and answers its rows. */
export type Run = <Values, Row>(
  statement: Statement<Values, Row>,
  ...given: Arguments<NoInfer<Values>>
) => Promise<Row[]>;

const known = new Map<string, Statement<never, unknown>>();

type NamedText<Values, Row> = <const Text extends string>(
  name: string,
  text: Text & Fitting<Text, Values>,
) => Statement<Values, Row>;

/**
 * A prepared statement, by its types and then by its name and text:
 *
 *     const FIND = statement<{ companyId: number; id: number }, Item>()(
 *       'find_item',
 *       'select … from items where company_id = :companyId and id = :id',
 *     );
 *     const [item] = await run(FIND, { companyId, id });
 *
 * The two calls are there because TypeScript infers all types of a call or none: the second one's text
 * is compared with the names of the values. Texts that differ get names that differ, so that one question
 * may come in several forms (a list with and without each filter).
 */
export const statement =
  <Values = NoValues, Row = unknown>(): NamedText<Values, Row> =>
  (name, text) => {
    const key = `${name}\n${text}`;
    const earlier = known.get(key);
    if (earlier) return earlier as Statement<Values, Row>;
    const created = { name: `${name}_${known.size}`, ...toPositions(text) };
    known.set(key, created);
    return created;
  };

/**
 * Compares with an array of ids, in statements that join: `id = ${anyOf(':ids')}`.
 *
 * The array is read by a subquery so that the planner does not see how many ids it has. Otherwise it
 * would find a plan for just these ids cheaper than a general one, and plan each call again, which costs
 * more than to read the rows.
 */
export const anyOf = <const Name extends `:${string}`>(ids: Name, type = 'bigint') =>
  `any((select ${ids}::${type}[])::${type}[])` as const;

/**
 * What an insert writes, with each value beside its column:
 *
 *     `insert into items ${columnValues({ company_id: ':companyId', created_at: 'now()' })}`
 *
 * Its type is the text of one of the values, which tells `statement` the names in all of them.
 */
export const columnValues = <const Values extends Readonly<Record<string, string>>>(
  values: Values,
) =>
  `(${Object.keys(values).join(', ')}) values (${Object.values(values).join(', ')})` as Values[keyof Values];

declare const jsonOf: unique symbol;

/** The JSON text of a value, for `json_to_recordset` and its like. */
export type Json<Value> = string & { readonly [jsonOf]: Value };

export const asJson = <Value>(value: Value): Json<Value> => JSON.stringify(value) as Json<Value>;

/**
 * Runs statements by name: on the pool, inside a transaction on its own connection, or on a client.
 *
 * A named statement is planned once, and calling pg directly saves the ORM's overhead: together more
 * than half the cost of reading one row.
 */
export function runOn(db: DataSource | EntityManager | ClientBase): Run {
  // By what they have, so that a program without TypeORM has no need to load it.
  if ('driver' in db) return onPool(db);
  return 'getRepository' in db ? inTransaction(db) : onClient(db);
}

/** The pool that TypeORM opened; queries on it skip the cost of TypeORM's query runner. */
export const poolOf = (db: DataSource): Pool => (db.driver as PostgresDriver).master as Pool;

const onPool =
  (db: DataSource): Run =>
  (asked, ...given) =>
    rowsOf(poolOf(db), asked, given[0]);

const inTransaction =
  (tx: EntityManager): Run =>
  async (asked, ...given) => {
    if (!tx.queryRunner) throw new Error('runOn needs the entity manager of a transaction.');
    return rowsOf((await tx.queryRunner.connect()) as ClientBase, asked, given[0]);
  };

const onClient =
  (client: ClientBase): Run =>
  (asked, ...given) =>
    rowsOf(client, asked, given[0]);

/** Adds the statement's name to an error, which a log shows in place of its text and values. */
async function rowsOf<Values, Row>(
  on: Pick<ClientBase, 'query'>,
  { name, text, names }: Statement<Values, Row>,
  given: Values | undefined,
): Promise<Row[]> {
  const values = inPositions((given ?? {}) as AnyValues, names, name);
  try {
    return (await on.query({ name, text, values })).rows as Row[];
  } catch (error) {
    if (error instanceof Error) Object.assign(error, { statement: name });
    throw error;
  }
}

/** The values by position; one that is undefined becomes null, and a missing one is an error. */
const inPositions = (values: AnyValues, names: readonly string[], statementName: string) =>
  names.map((name) => {
    if (!(name in values)) throw new Error(`${statementName} was given no value for :${name}.`);
    return values[name];
  });
