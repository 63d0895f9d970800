import Joi, { type AnySchema, type ObjectSchema } from 'joi';

/** Compile-time only: the type that a schema reads. */
declare const READ: unique symbol;

/** Compile-time only: the field may be absent in the input, never after reading. */
declare const HAS_DEFAULT: unique symbol;

interface HasDefault {
  readonly [HAS_DEFAULT]: true;
}

/** A Joi schema that carries the type it reads; undefined where the value may be absent. */
export type TypedSchema<Schema extends AnySchema, Value> = Reading<Schema, Value> & Schema;

interface Reading<Schema extends AnySchema, Value> {
  readonly [READ]: Value;
  required(): TypedSchema<Schema, Exclude<Value, undefined>>;
  default(
    value: Exclude<Value, undefined>,
  ): TypedSchema<Schema, Exclude<Value, undefined>> & HasDefault;
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

type Same<One, Other> =
  (<Value>() => Value extends One ? 1 : 2) extends <Value>() => Value extends Other ? 1 : 2
    ? true
    : false;

/** Whether the schema reads exactly the declared type; `unknown` matches anything. */
type Agrees<Read, Declared> = unknown extends Read
  ? true
  : Same<undefined extends Read ? 1 : 2, undefined extends Declared ? 1 : 2> extends true
    ? AgreesInside<Exclude<Read, undefined>, Exclude<Declared, undefined>>
    : false;

type AgreesInside<Read, Declared> = [Read, Declared] extends [
  readonly (infer Item)[],
  readonly (infer DeclaredItem)[],
]
  ? Agrees<Item, DeclaredItem>
  : [Read, Declared] extends [object, object]
    ? Same<keyof Read, keyof Declared> extends true
      ? AllAgree<Read, Declared>
      : false
    : Same<Read, Declared>;

type AllAgree<Read, Declared> = false extends {
  [Name in keyof Read]-?: Agrees<Read[Name], Declared[Name & keyof Declared]>;
}[keyof Read]
  ? false
  : true;

type Sent<Known> = Known extends { readonly [READ]: infer Value }
  ? Value | (Known extends HasDefault ? undefined : never)
  : never;

type AsDeclared<Known extends SchemaFields, Declared> = {
  readonly [Name in keyof Known]: Name extends keyof Declared
    ? Agrees<Sent<Known[Name]>, Declared[Name]> extends true
      ? Known[Name]
      : never
    : never;
} & { readonly [Name in keyof Declared]-?: unknown };

/**
 * An object schema checked against a type declared elsewhere: a missing, extra or different field does not
 * compile.
 */
export const declaredObject =
  <Declared extends object>() =>
  <Known extends SchemaFields>(known: Known & AsDeclared<Known, Declared>) =>
    object<Known>(known);
