import type { ClientBase, Pool } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { toPositions, type Fitting } from './named-values';

/** SQL that takes values by name. */
export interface Statement<Values, Row> {
  /** An empty name is planned on each call. */
  readonly name: string;
  readonly text: string;
  readonly names: readonly string[];
  /** Never set; carries the types. */
  readonly types?: (values: Values) => Row;
}

export type NoValues = Readonly<Record<never, unknown>>;

export type AnyValues = Readonly<Record<string, unknown>>;

type Arguments<Values> = [keyof Values] extends [never] ? [] : [values: Values];

export type Run = <Values, Row>(
  statement: Statement<Values, Row>,
  ...given: Arguments<NoInfer<Values>>
) => Promise<Row[]>;

const statements = new Map<string, Statement<never, unknown>>();

type NamedText<Values, Row> = <const Text extends string>(
  name: string,
  text: Text & Fitting<Text, Values>,
) => Statement<Values, Row>;

/**
 * A prepared statement: `statement<{ id: number }, Item>()('find_item', 'select … where id = :id')`.
 *
 * Two calls, because TypeScript infers all type arguments of a call or none. A name may have several texts.
 */
export const statement =
  <Values = NoValues, Row = unknown>(): NamedText<Values, Row> =>
  (name, text) => {
    const key = `${name}\n${text}`;
    const earlier = statements.get(key);
    if (earlier) return earlier as Statement<Values, Row>;
    const created = { name: `${name}_${statements.size}`, ...toPositions(text) };
    statements.set(key, created);
    return created;
  };

/**
 * Compares with an array where statements join: `id = ${anyInArray(':ids')}`. The subquery hides the array's
 * length from the planner, which would otherwise plan each call again.
 */
export const anyInArray = <const Name extends `:${string}`>(ids: Name, type = 'bigint') =>
  `any((select ${ids}::${type}[])::${type}[])` as const;

/**
 * `insert into items ${columnValues({ company_id: ':companyId', created_at: 'now()' })}`; its type shows the
 * names to `statement`.
 */
export const columnValues = <const Values extends Readonly<Record<string, string>>>(
  values: Values,
) =>
  `(${Object.keys(values).join(', ')}) values (${Object.values(values).join(', ')})` as Values[keyof Values];

declare const jsonOf: unique symbol;

export type Json<Value> = string & { readonly [jsonOf]: Value };

export const asJson = <Value>(value: Value): Json<Value> => JSON.stringify(value) as Json<Value>;

/** Runs statements by calling pg directly, at less than half the ORM's cost of reading one row. */
export const createRun =
  (db: DataSource | EntityManager | ClientBase): Run =>
  async (query, ...given) =>
    queryRows(await findClient(db), query, given[0]);

export const getPool = (db: DataSource): Pool => (db.driver as PostgresDriver).master as Pool;

/** Tests for members, as programs without TypeORM need not load it. */
async function findClient(
  db: DataSource | EntityManager | ClientBase,
): Promise<Pick<ClientBase, 'query'>> {
  if ('driver' in db) return getPool(db);
  if (!('getRepository' in db)) return db;
  if (!db.queryRunner) throw new Error('createRun needs the entity manager of a transaction.');
  return (await db.queryRunner.connect()) as ClientBase;
}

async function queryRows<Values, Row>(
  client: Pick<ClientBase, 'query'>,
  { name, text, names }: Statement<Values, Row>,
  given: Values | undefined,
): Promise<Row[]> {
  const values = toPositionalValues((given ?? {}) as AnyValues, names, name);
  try {
    return (await client.query({ name, text, values })).rows as Row[];
  } catch (error) {
    if (error instanceof Error) Object.assign(error, { statement: name });
    throw error;
  }
}

/** Undefined values become null; missing ones throw. */
const toPositionalValues = (values: AnyValues, names: readonly string[], statementName: string) =>
  names.map((name) => {
    if (!(name in values)) throw new Error(`${statementName} lacks a value for :${name}.`);
    return values[name];
  });
