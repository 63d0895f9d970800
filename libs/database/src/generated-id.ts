import type { EntitySchemaColumnOptions } from 'typeorm';

/**
 * The column of an id that PostgreSQL gives. TypeORM would read a generated `bigint` as text; of `int8`,
 * which is the same type, it leaves the number as it is.
 */
export const GENERATED_ID = {
  type: 'int8',
  primary: true,
  generated: 'increment',
} as const satisfies EntitySchemaColumnOptions;
