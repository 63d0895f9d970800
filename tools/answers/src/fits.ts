/** An owner's declaration of what it answers, such as an `answer(…)` of `@svc/http`. */
interface Declared<Body> {
  present(record: never, view: never): Body;
}

/** A function that presents a record, as a declaration. */
export type By<Present> = { readonly present: Present };

/** Those fields of a body that somebody reads, with all that the owner says of them. */
type FieldsRead<Body, Read> = {
  [Field in keyof Read]: Field extends keyof Body ? ValueRead<Body[Field], Read[Field]> : never;
};

type ValueRead<Value, Read> = Value extends readonly (infer One)[]
  ? Read extends readonly (infer Each)[]
    ? readonly ValueRead<One, Each>[]
    : never
  : Value extends object
    ? FieldsRead<Value, Extract<Read, object>>
    : Value;

/**
 * Compiles where an owner answers what somebody reads of it, field by field: it has the field, and both
 * say the same of its values. So a reader expects no null, status or kind that is never sent, and is sent
 * none that it does not know. The owner may answer more fields.
 */
export type Fits<
  Owner extends Declared<Read>,
  Read extends FieldsRead<ReturnType<Owner['present']>, Read>,
> = readonly [Owner, Read];
