import Joi, { type AnySchema, type ObjectSchema } from 'joi';

/** Compile-time only: the type that a schema reads. */
declare const READ: unique symbol;

/** A Joi schema that carries the type it reads; undefined where the value may be absent. */
export type TypedSchema<Schema extends AnySchema, Value> = Reading<Schema, Value> & Schema;

interface Reading<Schema extends AnySchema, Value> {
  readonly [READ]: Value;
  required(): TypedSchema<Schema, Exclude<Value, undefined>>;
  default(value: Exclude<Value, undefined>): TypedSchema<Schema, Exclude<Value, undefined>>;
  allow<Allowed extends string | null>(...values: Allowed[]): TypedSchema<Schema, Value | Allowed>;
}

export const withType =
  <Value>() =>
  <Schema extends AnySchema>(schema: Schema) =>
    schema as TypedSchema<Schema, Value | undefined>;

export type SchemaValue<Schema> = Schema extends { readonly [READ]: infer Value }
  ? Exclude<Value, undefined>
  : never;

export type SchemaFields = Readonly<Record<string, Reading<AnySchema, unknown> & AnySchema>>;

type OptionalIn<Known extends SchemaFields> = {
  [Name in keyof Known]: undefined extends Known[Name][typeof READ] ? Name : never;
}[keyof Known];

type Members<Known extends SchemaFields> = {
  readonly [Name in Exclude<keyof Known, OptionalIn<Known>>]: Known[Name][typeof READ];
} & { readonly [Name in OptionalIn<Known>]?: SchemaValue<Known[Name]> };

/** Flattens the intersection for the compiler's messages. */
type Plain<Value> = Value extends infer Shape ? { [Name in keyof Shape]: Shape[Name] } : never;

type ObjectOf<Known extends SchemaFields> = Plain<Members<Known>>;

export const object = <Known extends SchemaFields>(
  known: Known,
): TypedSchema<ObjectSchema<ObjectOf<Known>>, ObjectOf<Known> | undefined> =>
  withType<ObjectOf<Known>>()(Joi.object<ObjectOf<Known>>({ ...known }));
