import Joi, { type AnySchema, type ObjectSchema } from 'joi';

/** Exists for the compiler alone: the key under which a schema's type says what it reads. */
declare const READ: unique symbol;

/** A Joi schema that knows the type of what it reads, `undefined` where that may be absent. */
export type Field<Schema extends AnySchema, Value> = Reading<Schema, Value> & Schema;

/** The calls that change the type of what is read; all others pass it on. */
interface Reading<Schema extends AnySchema, Value> {
  readonly [READ]: Value;
  required(): Field<Schema, Exclude<Value, undefined>>;
  default(value: Exclude<Value, undefined>): Field<Schema, Exclude<Value, undefined>>;
  allow<Allowed extends string | null>(...values: Allowed[]): Field<Schema, Value | Allowed>;
}

/** Says what a schema reads, which Joi's own types do not. */
export const reading =
  <Value>() =>
  <Schema extends AnySchema>(schema: Schema) =>
    schema as Field<Schema, Value | undefined>;

/** What a schema reads: `ValueOf<typeof createItemBody>`. */
export type ValueOf<Schema> = Schema extends { readonly [READ]: infer Value }
  ? Exclude<Value, undefined>
  : never;

/** The fields of an object, each with its type. */
export type Fields = Readonly<Record<string, Reading<AnySchema, unknown> & AnySchema>>;

type OptionalIn<Known extends Fields> = {
  [Name in keyof Known]: undefined extends Known[Name][typeof READ] ? Name : never;
}[keyof Known];

type Members<Known extends Fields> = {
  readonly [Name in Exclude<keyof Known, OptionalIn<Known>>]: Known[Name][typeof READ];
} & { readonly [Name in OptionalIn<Known>]?: ValueOf<Known[Name]> };

/** The same type as one object, as the compiler shows it to people. */
type Plain<Value> = Value extends infer Shape ? { [Name in keyof Shape]: Shape[Name] } : never;

type ObjectOf<Known extends Fields> = Plain<Members<Known>>;

/** An object of these fields, whose type follows from them. */
export const object = <Known extends Fields>(
  known: Known,
): Field<ObjectSchema<ObjectOf<Known>>, ObjectOf<Known> | undefined> =>
  reading<ObjectOf<Known>>()(Joi.object<ObjectOf<Known>>({ ...known }));
