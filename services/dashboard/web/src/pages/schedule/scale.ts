import type { CompanyClock } from '../../shown/company-clock';
import { addDays, type Day } from './days';

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Extent {
  readonly left: number;
  readonly width: number;
}

export interface Scale {
  readonly width: number;
  /** `at` is in pixels from the left. */
  readonly ticks: readonly { readonly at: number; readonly instant: number }[];
  /** At least wide enough to be read. */
  toExtent(span: Span): Extent;
  /** Exactly as wide as the time. */
  toExactExtent(span: Span): Extent;
  /** The pointer's distance from the start of a span. */
  toGrabOffset(x: number, span: Span): number;
  /** `time` is the time of day to keep where days are columns. */
  toStart(x: number, time: string): number;
  toEnd(x: number, time: string): number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
export const STEP_MS = 15 * MINUTE;

const MIN_HOUR_WIDTH = 48;
const MIN_DAY_WIDTH = 84;
const MIN_BLOCK_WIDTH = 48;
const GAP = 2;
const MIDNIGHT = '00:00';

const clamp = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), most);

/** Begins and ends at whole hours. Dropped jobs snap to quarters of an hour. */
export function createHourScale({ start, end }: Span, frameWidth: number): Scale {
  const hours = (end - start) / HOUR;
  const hourWidth = Math.max(MIN_HOUR_WIDTH, frameWidth / hours);
  const width = hours * hourWidth;
  const toX = (instant: number): number => ((instant - start) / HOUR) * hourWidth;
  const toExactExtent = (span: Span): Extent => {
    const left = clamp(toX(span.start), 0, width);
    return { left, width: clamp(toX(span.end), left, width) - left };
  };
  const toInstant = (at: number): number =>
    start + Math.round(((at / hourWidth) * HOUR) / STEP_MS) * STEP_MS;
  return {
    width,
    ticks: Array.from({ length: hours }, (_, hour) => ({
      at: hour * hourWidth,
      instant: start + hour * HOUR,
    })),
    toExactExtent,
    toExtent(span) {
      const extent = toExactExtent(span);
      const left = Math.min(extent.left, width - MIN_BLOCK_WIDTH);
      return { left, width: Math.max(extent.width, MIN_BLOCK_WIDTH) - GAP };
    },
    toGrabOffset: (at, span) => at - toX(span.start),
    toStart: toInstant,
    toEnd: toInstant,
  };
}

/** Dropped jobs keep their time of day. */
export function createDayScale(
  days: readonly Day[],
  clock: CompanyClock,
  frameWidth: number,
): Scale {
  const dayWidth = Math.max(MIN_DAY_WIDTH, frameWidth / days.length);
  const from = days[0]?.date ?? '';
  const toColumn = (instant: number): number =>
    Math.round((Date.parse(clock.dateAt(instant)) - Date.parse(from)) / (24 * HOUR));
  const toExactExtent = (span: Span): Extent => {
    const first = clamp(toColumn(span.start), 0, days.length - 1);
    const last = clamp(toColumn(Math.max(span.start, span.end - 1)), first, days.length - 1);
    return { left: first * dayWidth, width: (last - first + 1) * dayWidth };
  };
  const toDateAtX = (x: number): string => addDays(from, Math.floor(x / dayWidth));
  return {
    width: days.length * dayWidth,
    ticks: days.map(({ start }, index) => ({ at: index * dayWidth, instant: start })),
    toExactExtent,
    toExtent(span) {
      const { left, width } = toExactExtent(span);
      return { left: left + GAP, width: width - 2 * GAP };
    },
    toGrabOffset: (at, span) => (Math.floor(at / dayWidth) - toColumn(span.start)) * dayWidth,
    toStart: (at, time) => clock.toInstant(`${toDateAtX(at)}T${time}`),
    // A job that ends at midnight ends with the day before.
    toEnd: (at, time) =>
      clock.toInstant(`${time === MIDNIGHT ? addDays(toDateAtX(at), 1) : toDateAtX(at)}T${time}`),
  };
}

/** Assigns overlapping extents to different lanes. */
export function assignLanes(extents: readonly Extent[]): {
  readonly lanes: readonly number[];
  readonly count: number;
} {
  const ends: number[] = [];
  const lanes: number[] = [];
  const inOrder = [...extents.keys()].sort(
    (one, other) => (extents[one]?.left ?? 0) - (extents[other]?.left ?? 0) || one - other,
  );
  for (const index of inOrder) {
    const { left, width } = extents[index] ?? { left: 0, width: 0 };
    const free = ends.findIndex((end) => end <= left);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = left + width;
    lanes[index] = lane;
  }
  return { lanes, count: ends.length };
}
