import { formatOptionalTimestamp, formatTimestamp } from '@svc/kernel';
import type { View } from './view';

/**
 * The kinds of fields in responses. Each function returns the value as it stands in the JSON; for the API
 * document the same calls return its schema, and `about` is its description.
 */
export interface FieldPresenter {
  id(value: number, about?: string): number;
  optionalId(value: number | null, about?: string): number | null;
  idIfAny(value: number | undefined, about?: string): number | undefined;
  /** A copy of another context's value; null only while the copy is missing. */
  copiedId(value: number | null, about?: string): number | null;
  copiedText(value: string | null, about?: string): string | null;
  version(value: number, about?: string): number;
  text(value: string, about?: string): string;
  optionalText(value: string | null, about?: string): string | null;
  textOfLength(characters: number, value: string): string;
  textIfAny(value: string | undefined, about?: string): string | undefined;
  optionalTextIfAny(value: string | null | undefined, about?: string): string | null | undefined;
  texts<Text extends string>(values: readonly Text[], about?: string): readonly Text[];
  textsIfAny<Text extends string>(
    values: readonly Text[] | undefined,
    about?: string,
  ): readonly Text[] | undefined;
  anything(value: unknown, about?: string): unknown;
  oneOf<Value extends string>(values: readonly Value[], value: Value, about?: string): Value;
  optionalOneOf<Value extends string>(values: readonly Value[], value: Value | null): Value | null;
  count(value: number, about?: string): number;
  /** Negative values are allowed unless `bounds` are given. */
  integer(value: number, about?: string, bounds?: Bounds): number;
  number(value: number, about?: string): number;
  optionalNumber(value: number | null, about?: string): number | null;
  optionalMoney(value: number | null, about?: string): number | null;
  flag(value: boolean, about?: string): boolean;
  /** YYYY-MM-DD. */
  date(value: string, about?: string): string;
  optionalDate(value: string | null, about?: string): string | null;
  timestamp(at: Date, zone: string, about?: string): string;
  optionalTimestamp(at: Date | null, zone: string, about?: string): string | null;
  part<Source, Body>(format: ResponseFormat<Source, Body>, source: Source, view: View): Body;
  optionalPart<Source, Body>(
    format: ResponseFormat<Source, Body>,
    source: Source | null,
    view: View,
  ): Body | null;
  list<Source, Body>(
    format: ResponseFormat<Source, Body>,
    sources: readonly Source[],
    view: View,
    about?: string,
  ): readonly Body[];
  listIfAny<Source, Body>(
    format: ResponseFormat<Source, Body>,
    sources: readonly Source[] | undefined,
    view: View,
    about?: string,
  ): readonly Body[] | undefined;
}

interface Bounds {
  readonly min: number;
  readonly max: number;
}

/**
 * Declares a response once. The document runs it on a placeholder record, so every record has to return
 * the same fields through the presenter.
 */
type Declaration<Source, Body> = (source: Source, view: View, show: FieldPresenter) => Body;

export interface ResponseFormat<Source, Body> {
  /** The schema's name in the API document; absent where only one operation uses it. */
  readonly name: string | undefined;
  readonly declare: Declaration<Source, Body>;
  readonly example?: Readonly<Record<string, unknown>>;
  present(source: Source, view: View): Body;
  presentAll(sources: readonly Source[], view: View): readonly Body[];
}

const createFormat = <Source, Body extends object>(
  name: string | undefined,
  declare: Declaration<Source, Body>,
): ResponseFormat<Source, Body> => ({
  name,
  declare,
  present: (source, view) => declare(source, view, AS_JSON),
  presentAll: (sources, view) => sources.map((source) => declare(source, view, AS_JSON)),
});

export const defineNamedResponse: <Source, Body extends object>(
  name: string,
  declare: Declaration<Source, Body>,
) => ResponseFormat<Source, Body> = createFormat;

export const defineResponse = <Source, Body extends object>(
  declare: Declaration<Source, Body>,
): ResponseFormat<Source, Body> => createFormat(undefined, declare);

const same = <Value>(value: Value): Value => value;

export const AS_JSON: FieldPresenter = {
  id: same,
  optionalId: same,
  idIfAny: same,
  copiedId: same,
  copiedText: same,
  version: same,
  text: same,
  optionalText: same,
  textOfLength: (_, value) => value,
  textIfAny: same,
  optionalTextIfAny: same,
  texts: same,
  textsIfAny: same,
  anything: same,
  oneOf: (_, value) => value,
  optionalOneOf: (_, value) => value,
  count: same,
  integer: same,
  number: same,
  optionalNumber: same,
  optionalMoney: same,
  flag: same,
  date: same,
  optionalDate: same,
  timestamp: formatTimestamp,
  optionalTimestamp: formatOptionalTimestamp,
  part: (format, source, view) => format.present(source, view),
  optionalPart: (format, source, view) => source && format.present(source, view),
  list: (format, sources, view) => format.presentAll(sources, view),
  listIfAny: (format, sources, view) => sources && format.presentAll(sources, view),
};
