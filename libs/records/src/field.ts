import { fields as requests, type FieldPresenter, type ResponseFormat, type View } from '@svc/http';
import type { AnySchema } from 'joi';

/**
 * Clients send `required` and `optional` fields. The service sets `readOnly` (returned), `internal` (hidden)
 * and `apart` (hidden, in another table). `joined` fields are returned from another table.
 */
export type Use = 'required' | 'optional' | 'readOnly' | 'internal' | 'apart' | 'joined';

export interface RecordResponse<Source, Body extends object = object> extends ResponseFormat<
  Source,
  Body
> {
  readonly example: Readonly<Record<string, unknown>>;
}

export interface FieldOptions<Value, Nullable extends boolean, ApiName extends string> {
  /** A blank text from a client becomes null. */
  readonly nullable?: Nullable;
  /** For new records; null if absent. */
  readonly default?: Value;
  readonly example?: unknown;
  readonly about?: string;
  readonly aboutRequest?: string;
  readonly apiName?: ApiName;
  readonly column?: string;
  /** Fields from clients are in the history anyway. */
  readonly inHistory?: boolean;
  /** Replaces the request schema of its kind. */
  readonly schema?: () => AnySchema;
  /** Characters of a text, or the value of a number. */
  readonly max?: number;
  readonly min?: number;
  /** In characters. */
  readonly length?: number;
}

export type AnyOptions = FieldOptions<unknown, boolean, string>;

export interface Field<
  Value = unknown,
  FieldUse extends Use = Use,
  ApiName extends string = string,
  Json = unknown,
> {
  readonly use: FieldUse;
  readonly kind: Kind;
  readonly options: FieldOptions<unknown, boolean, ApiName>;
  /** Never set; carries the types. */
  readonly types?: { readonly value: Value; readonly json: Json };
}

export interface Kind {
  request(options: AnyOptions): AnySchema;
  show(show: FieldPresenter, value: never, view: View, options: AnyOptions): unknown;
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

export const defineKind =
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

const allowNull =
  (request: Request, ...blank: readonly ''[]): Request =>
  (options) =>
    options.nullable ? request(options).allow(null, ...blank) : request(options);

const defineSimpleKind = <Value>(
  request: Request,
  name: keyof FieldPresenter,
  nullableName = name,
): FieldOfKind<Value> =>
  defineKind<Value>({
    request: allowNull(request),
    show: (show, value, _view, { nullable, about }) =>
      (show[nullable ? nullableName : name] as ShowValue)(value, about),
  });

const showText: Kind['show'] = (show, value, _view, { nullable, length, about }) => {
  if (length !== undefined) return show.textOfLength(length, value);
  return nullable ? show.optionalText(value, about) : show.text(value, about);
};

const defineTextKind = (request: Request): FieldOfKind<string> =>
  defineKind<string>({
    request: allowNull(request, ''),
    show: showText,
  });

export const text = defineKind<string>({
  request: ({ nullable, max, min }) =>
    nullable ? requests.optionalText(max) : requests.text(max, min),
  show: showText,
});
export const identifier = defineTextKind(({ max }) => requests.identifier(max));
export const email = defineTextKind(requests.email);
export const phone = defineTextKind(requests.phone);

export const externalId = (example: string) =>
  defineKind<string>({ request: requests.externalId, show: showText })('optional', {
    nullable: true,
    example,
  });

export const id = defineSimpleKind<number>(requests.id, 'id', 'optionalId');
export const integer = defineSimpleKind<number>(
  ({ min, max }) => requests.integer(min, max),
  'integer',
);
export const count = defineSimpleKind<number>(({ max }) => requests.integer(0, max), 'count');
export const number = defineSimpleKind<number>(requests.measure, 'number', 'optionalNumber');
export const money = defineSimpleKind<number>(requests.money, 'optionalMoney');
/** At most six decimals. */
export const unitPrice = defineSimpleKind<number>(requests.unitPrice, 'optionalMoney');
export const flag = defineSimpleKind<boolean>(requests.flag, 'flag');
/** YYYY-MM-DD */
export const date = defineSimpleKind<string>(requests.calendarDate, 'date', 'optionalDate');
/** Null only while our copy is missing. */
export const copiedText = defineSimpleKind<string>(unsent, 'copiedText');
export const copiedId = defineSimpleKind<number>(unsent, 'copiedId');

export const timestamp = defineKind<Date>({
  request: allowNull(requests.timestamp),
  show: (show, value, { zone }, { nullable, about }) =>
    show[nullable ? 'optionalTimestamp' : 'timestamp'](toDate(value), zone, about),
});

/** The history stores times as text. */
const toDate = (value: Date | string): Date =>
  typeof value === 'string' ? new Date(value) : value;

export const oneOf = <Value extends string>(values: readonly Value[]): FieldOfKind<Value> =>
  defineKind<Value>({
    request: allowNull(() => requests.oneOf(values)),
    show: (show, value, _view, { nullable, about }) =>
      nullable ? show.optionalOneOf(values, value) : show.oneOf(values, value, about),
  });

/** Null for callers who may not read technicians. */
export const technicianName = defineKind<string>({
  show: (show, value, view, { about }) =>
    show.optionalText(view.showsTechnicians ? value : null, about),
});

/** `customer_id` in the API, `id` in the table. */
export const key = <ApiName extends string>(apiName: ApiName, example?: number) =>
  id('readOnly', { apiName, column: 'id', example });

export const company = () => id('internal');

export const version = (about?: string, example?: number) =>
  defineKind<number>({ show: (show, value) => show.version(value, about) })('readOnly', {
    example,
  });

/** The history returns it as `deleted`. */
export const deletedAt = () =>
  defineKind<Date>({ show: (show, value) => show.flag(value !== null) })('internal', {
    nullable: true,
    apiName: 'deleted',
    column: 'deleted_at',
    inHistory: true,
  });

export const listIfAny = <Source, Body extends object>(
  response: RecordResponse<Source, Body>,
  about: string,
) =>
  defineKind<readonly Source[] | undefined, readonly Body[] | undefined>({
    show: (show, value, view) => show.listIfAny(response, value, view, about),
  })('joined', { example: [response.example] });

export const idIfAny = (about: string, example?: number) =>
  defineKind<number | undefined>({ show: (show, value) => show.idIfAny(value, about) })('joined', {
    example,
  });
