import { IANAZone } from 'luxon';
import { dateOfDay, keepingLast, two } from './calendar';
import { isZoneKnown, offsetsOf } from './zone-offsets';

const SECOND = 1000;
const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;

/** Offsets such as `+02:00` are not zones. */
export const isZone = (name: string): boolean =>
  /^[A-Za-z]/.test(name) && IANAZone.isValidZone(name);

/** To the second, with a numeric offset: `+00:00`, never `Z`. */
export function formatTimestamp(date: Date, zone: string): string {
  const instant = date.getTime();
  const offset = offsetsOf(zone)(instant);
  const local = instant + offset;
  const day = Math.floor(local / DAY);
  const seconds = Math.floor((local - day * DAY) / SECOND);
  const minute = MINUTES[Math.floor(seconds / 60)] ?? '';
  return `${dateOfDay(day)}T${minute}:${two(seconds % 60)}${offsetText(offset)}`;
}

const MINUTES = Array.from(
  { length: DAY / MINUTE },
  (_, minute) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`,
);

const offsetText = keepingLast((offset) => {
  const minute = MINUTES[Math.abs(offset) / MINUTE] ?? '';
  return `${offset < 0 ? '-' : '+'}${minute}`;
});

export const formatOptionalTimestamp = (date: Date | null, zone: string): string | null =>
  date && formatTimestamp(date, zone);

export function localDate(date: Date, zone: string): string {
  const instant = date.getTime();
  return dateOfDay(Math.floor((instant + offsetsOf(zone)(instant)) / DAY));
}

export function startOfNextLocalDay(at: Date, zone: string): Date {
  const instant = at.getTime();
  const day = Math.floor((instant + offsetsOf(zone)(instant)) / DAY);
  return new Date(instantOf((day + 1) * DAY, zone));
}

const TIMESTAMP =
  /^(?<date>\d{4}-\d\d-\d\d)(?:[T ](?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d+))?)?(?<offset>Z|[-+]\d\d(?::?\d\d)?)?)?$/;

/**
 * Reads ISO 8601 with `T` or one space; seconds, fraction and offset are optional.
 *
 * An offset always wins; without one the value is local, and a date alone is midnight. A local time that a
 * clock change skips moves forward by the gap, and one that occurs twice is the earlier. Anything else is
 * undefined: impossible dates, years outside 1 to 9999, local times of an unknown zone.
 */
export function parseTimestamp(
  text: string,
  zone: string,
): { at: Date; dateOnly: boolean } | undefined {
  const parts = TIMESTAMP.exec(text)?.groups;
  if (!parts) return undefined;
  const day = dayOfDate(parts['date'] ?? '');
  const time = timeOfDay(parts);
  const offset = parts['offset'] === undefined ? undefined : offsetOfText(parts['offset']);
  if (day === undefined || time === undefined || Number.isNaN(offset)) return undefined;
  if (offset === undefined && !isZoneKnown(zone)) return undefined;
  const local = day * DAY + time;
  const instant = offset === undefined ? instantOf(local, zone) : local - offset;
  if (!isWithinCalendar(instant) || !isWithinCalendar(instant + offsetsOf(zone)(instant))) {
    return undefined;
  }
  return { at: new Date(instant), dateOnly: parts['hour'] === undefined };
}

const CALENDAR = [-62_135_596_800_000, 253_402_300_800_000] as const;

const isWithinCalendar = (milliseconds: number): boolean =>
  milliseconds >= CALENDAR[0] && milliseconds < CALENDAR[1];

/** Milliseconds into the day; undefined for impossible times. */
function timeOfDay(parts: Readonly<Record<string, string | undefined>>): number | undefined {
  const hour = Number(parts['hour'] ?? 0);
  const minute = Number(parts['minute'] ?? 0);
  const second = Number(parts['second'] ?? 0);
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const milliseconds = Number((parts['fraction'] ?? '').slice(0, 3).padEnd(3, '0'));
  return hour * HOUR + minute * MINUTE + second * SECOND + milliseconds;
}

/** Milliseconds ahead of UTC; NaN for impossible offsets. */
function offsetOfText(text: string): number {
  if (text === 'Z') return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(-2));
  const both = text.length > 3 ? hours * HOUR + minutes * MINUTE : hours * HOUR;
  if (hours > 23 || (text.length > 3 && minutes > 59)) return Number.NaN;
  return text.startsWith('-') ? -both : both;
}

const FARTHEST_OFFSET = 16 * HOUR;

/**
 * Converts a local time, given as if it were UTC.
 *
 * The offset before a clock change picks the earlier of two times and moves a skipped one forward; only
 * times wholly after it need the offset after.
 */
function instantOf(local: number, zone: string): number {
  const offsetAt = offsetsOf(zone);
  const before = offsetAt(local - FARTHEST_OFFSET);
  const after = offsetAt(local + FARTHEST_OFFSET);
  const isAfter = offsetAt(local - before) !== before && offsetAt(local - after) === after;
  return local - (isAfter ? after : before);
}

function dayOfDate(text: string): number | undefined {
  const date = new Date(`${text}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text) return undefined;
  return date.getTime() / DAY;
}
