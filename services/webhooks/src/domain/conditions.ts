/** Holds when the field of the body has one of the values, compared as text. */
export interface Condition {
  /** `data.object.job_status`. */
  readonly field: string;
  readonly in: readonly string[];
}

export const MAX_CONDITIONS = 5;

const OBJECT = 'data.object.';

export const CONDITION_FIELD = /^data\.object(\.\w{1,60}){1,5}$/;

const readMember = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;

/** A field that is absent, null, an object or an array has none of the values. */
export const meetsConditions = (conditions: readonly Condition[], object: object): boolean =>
  conditions.every(({ field, in: values }) => {
    const value = field.slice(OBJECT.length).split('.').reduce<unknown>(readMember, object);
    const isSingle = value !== null && !['object', 'undefined'].includes(typeof value);
    return isSingle && values.includes(String(value));
  });
