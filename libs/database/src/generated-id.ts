import type { EntitySchemaColumnOptions } from 'typeorm';

/** TypeORM reads a generated `bigint` as text, but leaves an `int8`, the same type, a number. */
export const GENERATED_ID = {
  type: 'int8',
  primary: true,
  generated: 'increment',
} as const satisfies EntitySchemaColumnOptions;
