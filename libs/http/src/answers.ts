import { formatOptionalTimestamp, formatTimestamp } from '@svc/kernel';
import type { View } from './view';

/**
 * The kinds of fields that answers have: an id, a sum of money, a timestamp. Every function returns the
 * value as it stands in the JSON. From the same calls the API document learns what each field is;
 * `about` is its description there.
 */
export interface Show {
  id(value: number, about?: string): number;
  optionalId(value: number | null, about?: string): number | null;
  /** An id that only some answers have. */
  idIfAny(value: number | undefined, about?: string): number | undefined;
  /** The id and the text of another context's record, null only where our copy of it is missing. */
  copiedId(value: number | null, about?: string): number | null;
  copiedText(value: string | null, about?: string): string | null;
  /** From 1. */
  version(value: number, about?: string): number;
  text(value: string, about?: string): string;
  optionalText(value: string | null, about?: string): string | null;
  /** Text that always has so many characters. */
  textOfLength(characters: number, value: string): string;
  /** Text that only some answers have. */
  textIfAny(value: string | null | undefined, about?: string): string | null | undefined;
  texts<Text extends string>(values: readonly Text[], about?: string): readonly Text[];
  /** A value of any kind. */
  anything(value: unknown, about?: string): unknown;
  oneOf<Value extends string>(values: readonly Value[], value: Value, about?: string): Value;
  optionalOneOf<Value extends string>(values: readonly Value[], value: Value | null): Value | null;
  /** From 0. */
  count(value: number, about?: string): number;
  /** Of either sign where no bounds are given. */
  integer(value: number, about?: string, bounds?: Bounds): number;
  number(value: number, about?: string): number;
  optionalNumber(value: number | null, about?: string): number | null;
  /** From 0. */
  optionalMoney(value: number | null, about?: string): number | null;
  flag(value: boolean, about?: string): boolean;
  /** A calendar date, YYYY-MM-DD. */
  date(value: string, about?: string): string;
  optionalDate(value: string | null, about?: string): string | null;
  /** A point in time, in the time zone of the company. */
  timestamp(at: Date, zone: string, about?: string): string;
  optionalTimestamp(at: Date | null, zone: string, about?: string): string | null;
  /** A record inside the answer. */
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
  /** A list that only some answers have. */
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
 * The one declaration of a record's answer: its fields, what each of them is, and how it is read.
 *
 * It is a plain function, as quick as any that builds an object. For the document it runs on a
 * placeholder record, so it has to show the same fields for every record, each through `show`.
 */
type Declaration<Source, Body> = (source: Source, view: View, show: Show) => Body;

/** How a record, or the result of a write, is answered. */
export interface Answer<Source, Body> {
  /** What the API document calls it; absent for what only one operation answers. */
  readonly name: string | undefined;
  readonly declare: Declaration<Source, Body>;
  /** The example in the API document, where a record has one. */
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

/** An answer that the API document shows once, under its name (`Job`). */
export const namedAnswer: <Source, Body extends object>(
  name: string,
  declare: Declaration<Source, Body>,
) => Answer<Source, Body> = answerOf;

/** An answer of one operation. */
export const answer = <Source, Body extends object>(
  declare: Declaration<Source, Body>,
): Answer<Source, Body> => answerOf(undefined, declare);

const same = <Value>(value: Value): Value => value;

/** Shows values as they stand in JSON. */
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
