import { fields as requests, type Answer, type Show, type View } from '@svc/http';
import type { AnySchema } from 'joi';

/**
 * Clients send what is `required` or `optional`; the service sets what the API shows (`readOnly`) or does not
 * (`internal`), or keeps in a table of its own (`apart`); what is `joined` is shown, and read from another table.
 */
export type Use = 'required' | 'optional' | 'readOnly' | 'internal' | 'apart' | 'joined';

export interface RecordAnswer<Source, Body extends object = object> extends Answer<Source, Body> {
  readonly example: Readonly<Record<string, unknown>>;
}

/** The options that every kind of field has. */
export interface FieldOptions<Value, Nullable extends boolean, ApiName extends string> {
  /** Whether it may be null; a blank text that a client sends is null then. */
  readonly nullable?: Nullable;
  /** The value in a record that is created without it; null when absent. */
  readonly default?: Value;
  readonly example?: unknown;
  /** Describes it in responses. */
  readonly about?: string;
  /** Describes it in requests. */
  readonly aboutRequest?: string;
  readonly apiName?: ApiName;
  readonly column?: string;
  /** Whether the history tells of its changes, which it always does of what clients may send. */
  readonly inHistory?: boolean;
  /** Reads it in requests, in place of what its kind has. */
  readonly schema?: () => AnySchema;
  /** Characters of a text, or the value of a number. */
  readonly max?: number;
  readonly min?: number;
  /** The exact number of characters in a text. */
  readonly length?: number;
}

export type AnyOptions = FieldOptions<unknown, boolean, string>;

/** A field of a record: who sets it, its kind, and what is said of it. */
export interface Field<
  Value = unknown,
  FieldUse extends Use = Use,
  ApiName extends string = string,
  Json = unknown,
> {
  readonly use: FieldUse;
  readonly kind: Kind;
  readonly options: FieldOptions<unknown, boolean, ApiName>;
  /** Has no value at run time; it holds the types for the compiler. */
  readonly types?: { readonly value: Value; readonly json: Json };
}

/** How values of a kind are read in requests and shown in responses. */
export interface Kind {
  request(options: AnyOptions): AnySchema;
  show(show: Show, value: never, view: View, options: AnyOptions): unknown;
}

type OrNull<Value, Nullable extends boolean> = Nullable extends true ? Value | null : Value;
type JsonOf<Value> = Value extends Date ? string : Value;

export type FieldOfKind<Value, Json = JsonOf<Value>> = <
  FieldUse extends Use,
  const Nullable extends boolean = false,
  const ApiName extends string = string,
>(
  use: FieldUse,
  options?: FieldOptions<Value, Nullable, ApiName>,
) => Field<OrNull<Value, Nullable>, FieldUse, ApiName, OrNull<Json, Nullable>>;

/** A kind of field: also one of a single context, such as the skills of a technician. */
export const kind =
  <Value, Json = JsonOf<Value>>({
    request = unsent,
    show,
  }: Pick<Kind, 'show'> & Partial<Kind>): FieldOfKind<Value, Json> =>
  (use, options = {}) => ({ use, kind: { request, show }, options });

const unsent = (): never => {
  throw new Error('A field that clients send needs a schema.');
};

type Request = Kind['request'];
type ShowValue = (value: unknown, about?: string) => unknown;

const orNull =
  (request: Request, ...blank: readonly ''[]): Request =>
  (options) =>
    options.nullable ? request(options).allow(null, ...blank) : request(options);

/** A kind that `Show` has under one name, or under another one where it may be null. */
const simple = <Value>(
  request: Request,
  name: keyof Show,
  nullableName = name,
): FieldOfKind<Value> =>
  kind<Value>({
    request: orNull(request),
    show: (show, value, _view, { nullable, about }) =>
      (show[nullable ? nullableName : name] as ShowValue)(value, about),
  });

const showText: Kind['show'] = (show, value, _view, { nullable, length, about }) => {
  if (length !== undefined) return show.textOfLength(length, value);
  return nullable ? show.optionalText(value, about) : show.text(value, about);
};

/** Text that a client may send blank where it may be null. */
const textLike = (request: Request): FieldOfKind<string> =>
  kind<string>({
    request: orNull(request, ''),
    show: showText,
  });

export const text = kind<string>({
  request: ({ nullable, max, min }) =>
    nullable ? requests.optionalText(max) : requests.text(max, min),
  show: showText,
});
export const identifier = textLike(({ max }) => requests.identifier(max));
export const email = textLike(requests.email);
export const phone = textLike(requests.phone);

export const externalId = (example: string) =>
  kind<string>({ request: requests.externalId, show: showText })('optional', {
    nullable: true,
    example,
  });

export const id = simple<number>(requests.id, 'id', 'optionalId');
export const integer = simple<number>(({ min, max }) => requests.integer(min, max), 'integer');
export const count = simple<number>(({ max }) => requests.integer(0, max), 'count');
export const number = simple<number>(requests.measure, 'number', 'optionalNumber');
export const money = simple<number>(requests.money, 'optionalMoney');
/** Money for one of many, with at most six decimals. */
export const unitPrice = simple<number>(requests.unitPrice, 'optionalMoney');
export const flag = simple<boolean>(requests.flag, 'flag');
/** A calendar date, YYYY-MM-DD. */
export const date = simple<string>(requests.calendarDate, 'date', 'optionalDate');
/** The text and the id of another context's record, null only where our copy of it is missing. */
export const copiedText = simple<string>(unsent, 'copiedText');
export const copiedId = simple<number>(unsent, 'copiedId');

export const timestamp = kind<Date>({
  request: orNull(requests.timestamp),
  show: (show, value, { zone }, { nullable, about }) =>
    show[nullable ? 'optionalTimestamp' : 'timestamp'](momentOf(value), zone, about),
});

/** The history keeps a moment as text. */
const momentOf = (value: Date | string): Date =>
  typeof value === 'string' ? new Date(value) : value;

export const oneOf = <Value extends string>(values: readonly Value[]): FieldOfKind<Value> =>
  kind<Value>({
    request: orNull(() => requests.oneOf(values)),
    show: (show, value, _view, { nullable, about }) =>
      nullable ? show.optionalOneOf(values, value) : show.oneOf(values, value, about),
  });

/** The name of a technician, which is null to those who may not read technicians. */
export const technicianName = kind<string>({
  show: (show, value, view, { about }) =>
    show.optionalText(view.showsTechnicians ? value : null, about),
});

/** The record's own id: `customer_id` in the API, and `id` in its table. */
export const key = <ApiName extends string>(apiName: ApiName, example?: number) =>
  id('readOnly', { apiName, column: 'id', example });

export const company = () => id('internal');

export const version = (about?: string, example?: number) =>
  kind<number>({ show: (show, value) => show.version(value, about) })('readOnly', { example });

/** When the record was deleted or removed, which the history tells as `deleted`. */
export const deletedAt = () =>
  kind<Date>({ show: (show, value) => show.flag(value !== null) })('internal', {
    nullable: true,
    apiName: 'deleted',
    column: 'deleted_at',
    inHistory: true,
  });

/** A list of other records that only some responses have. */
export const listIfAny = <Source, Body extends object>(
  answer: RecordAnswer<Source, Body>,
  about: string,
) =>
  kind<readonly Source[] | undefined, readonly Body[] | undefined>({
    show: (show, value, view) => show.listIfAny(answer, value, view, about),
  })('joined', { example: [answer.example] });

/** An id that only some responses have. */
export const idIfAny = (about: string, example?: number) =>
  kind<number | undefined>({ show: (show, value) => show.idIfAny(value, about) })('joined', {
    example,
  });
