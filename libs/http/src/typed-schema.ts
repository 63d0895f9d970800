import Joi, { type AnySchema, type ObjectSchema } from 'joi';

/** Exists for the compiler alone: the key under which a schema's type says what it reads. */
declare const READ: unique symbol;

/** The same: says of a field that it may be absent, and never is once it has been read. */
declare const HAS_DEFAULT: unique symbol;

interface HasDefault {
  readonly [HAS_DEFAULT]: true;
}

/** A Joi schema that knows the type of what it reads, `undefined` where that may be absent. */
export type Field<Schema extends AnySchema, Value> = Reading<Schema, Value> & Schema;

/** The calls that change the type of what is read; all others pass it on. */
interface Reading<Schema extends AnySchema, Value> {
  readonly [READ]: Value;
  required(): Field<Schema, Exclude<Value, undefined>>;
  default(value: Exclude<Value, undefined>): Field<Schema, Exclude<Value, undefined>> & HasDefault;
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

type Same<One, Other> =
  (<Value>() => Value extends One ? 1 : 2) extends <Value>() => Value extends Other ? 1 : 2
    ? true
    : false;

/** Whether a type that is read is the declared one. What is read as `unknown` may be declared as anything. */
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

/** What is sent for a field, where what is not sent has a default. */
type Sent<Known> = Known extends { readonly [READ]: infer Value }
  ? Value | (Known extends HasDefault ? undefined : never)
  : never;

/** The fields that are known, `never` in place of each that is not as declared, and all that are declared. */
type AsDeclared<Known extends Fields, Declared> = {
  readonly [Name in keyof Known]: Name extends keyof Declared
    ? Agrees<Sent<Known[Name]>, Declared[Name]> extends true
      ? Known[Name]
      : never
    : never;
} & { readonly [Name in keyof Declared]-?: unknown };

/**
 * An object of these fields that whoever sends it declares as a type, where no schema can be imported: a field
 * that only one of them has, or that has another type or may be absent in only one, does not compile.
 */
export const objectOf =
  <Declared extends object>() =>
  <Known extends Fields>(known: Known & AsDeclared<Known, Declared>) =>
    object<Known>(known);
