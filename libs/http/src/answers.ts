import { formatOptionalTimestamp, formatTimestamp } from '@svc/kernel';
import type { View } from './view';

/**
 * The kinds of fields in responses. Each function returns the value as it stands in the JSON; for the API
 * document the same calls return its schema, and `about` is its description.
 */
export interface Show {
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
  textIfAny(value: string | null | undefined, about?: string): string | null | undefined;
  texts<Text extends string>(values: readonly Text[], about?: string): readonly Text[];
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
  part<Source, Body>(answer: Answer<Source, Body>, source: Source, view: View): Body;
  optionalPart<Source, Body>(
    answer: Answer<Source, Body>,
    source: Source | null,
    view: View,
  ): Body | null;
  list<Source, Body>(
    answer: Answer<Source, Body>,
    sources: readonly Source[],
    view: View,
    about?: string,
  ): readonly Body[];
  listIfAny<Source, Body>(
    answer: Answer<Source, Body>,
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
type Declaration<Source, Body> = (source: Source, view: View, show: Show) => Body;

/** How a record, or the result of a write, is presented in a response. */
export interface Answer<Source, Body> {
  /** The schema's name in the API document; absent where only one operation uses it. */
  readonly name: string | undefined;
  readonly declare: Declaration<Source, Body>;
  readonly example?: Readonly<Record<string, unknown>>;
  present(source: Source, view: View): Body;
  presentAll(sources: readonly Source[], view: View): readonly Body[];
}

const answerOf = <Source, Body extends object>(
  name: string | undefined,
  declare: Declaration<Source, Body>,
): Answer<Source, Body> => ({
  name,
  declare,
  present: (source, view) => declare(source, view, AS_JSON),
  presentAll: (sources, view) => sources.map((source) => declare(source, view, AS_JSON)),
});

export const namedAnswer: <Source, Body extends object>(
  name: string,
  declare: Declaration<Source, Body>,
) => Answer<Source, Body> = answerOf;

export const answer = <Source, Body extends object>(
  declare: Declaration<Source, Body>,
): Answer<Source, Body> => answerOf(undefined, declare);

const same = <Value>(value: Value): Value => value;

export const AS_JSON: Show = {
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
  texts: same,
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
  part: (shown, source, view) => shown.present(source, view),
  optionalPart: (shown, source, view) => source && shown.present(source, view),
  list: (shown, sources, view) => shown.presentAll(sources, view),
  listIfAny: (shown, sources, view) => sources && shown.presentAll(sources, view),
};
