import { IANAZone } from 'luxon';
import { formatDayNumber, cacheLast, padTwo } from './calendar';
import { isZoneKnown, getOffsets } from './zone-offsets';

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
  const offset = getOffsets(zone)(instant);
  const local = instant + offset;
  const day = Math.floor(local / DAY);
  const seconds = Math.floor((local - day * DAY) / SECOND);
  const minute = MINUTES[Math.floor(seconds / 60)] ?? '';
  return `${formatDayNumber(day)}T${minute}:${padTwo(seconds % 60)}${formatOffset(offset)}`;
}

const MINUTES = Array.from(
  { length: DAY / MINUTE },
  (_, minute) => `${padTwo(Math.floor(minute / 60))}:${padTwo(minute % 60)}`,
);

const formatOffset = cacheLast((offset) => {
  const minute = MINUTES[Math.abs(offset) / MINUTE] ?? '';
  return `${offset < 0 ? '-' : '+'}${minute}`;
});

export const formatOptionalTimestamp = (date: Date | null, zone: string): string | null =>
  date && formatTimestamp(date, zone);

/** YYYY-MM-DD */
export const toUtcDate = (at: Date): string => at.toISOString().slice(0, 10);

export function toLocalDate(date: Date, zone: string): string {
  const instant = date.getTime();
  return formatDayNumber(Math.floor((instant + getOffsets(zone)(instant)) / DAY));
}

export function startOfNextLocalDay(at: Date, zone: string): Date {
  const instant = at.getTime();
  const day = Math.floor((instant + getOffsets(zone)(instant)) / DAY);
  return new Date(toInstant((day + 1) * DAY, zone));
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
  const day = parseDay(parts['date'] ?? '');
  const time = parseTimeOfDay(parts);
  const offset = parts['offset'] === undefined ? undefined : parseOffset(parts['offset']);
  if (day === undefined || time === undefined || Number.isNaN(offset)) return undefined;
  if (offset === undefined && !isZoneKnown(zone)) return undefined;
  const local = day * DAY + time;
  const instant = offset === undefined ? toInstant(local, zone) : local - offset;
  if (!isWithinCalendar(instant) || !isWithinCalendar(instant + getOffsets(zone)(instant))) {
    return undefined;
  }
  return { at: new Date(instant), dateOnly: parts['hour'] === undefined };
}

const CALENDAR = [-62_135_596_800_000, 253_402_300_800_000] as const;

const isWithinCalendar = (milliseconds: number): boolean =>
  milliseconds >= CALENDAR[0] && milliseconds < CALENDAR[1];

function parseTimeOfDay(parts: Readonly<Record<string, string | undefined>>): number | undefined {
  const hour = Number(parts['hour'] ?? 0);
  const minute = Number(parts['minute'] ?? 0);
  const second = Number(parts['second'] ?? 0);
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const milliseconds = Number((parts['fraction'] ?? '').slice(0, 3).padEnd(3, '0'));
  return hour * HOUR + minute * MINUTE + second * SECOND + milliseconds;
}

function parseOffset(text: string): number {
  if (text === 'Z') return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(-2));
  const both = text.length > 3 ? hours * HOUR + minutes * MINUTE : hours * HOUR;
  if (hours > 23 || (text.length > 3 && minutes > 59)) return Number.NaN;
  return text.startsWith('-') ? -both : both;
}

const MAX_OFFSET_MS = 16 * HOUR;

/**
 * Converts a local time, given as if it were UTC.
 *
 * The offset before a clock change picks the earlier of two times and moves a skipped one forward; only
 * times wholly after it need the offset after.
 */
function toInstant(local: number, zone: string): number {
  const offsetAt = getOffsets(zone);
  const before = offsetAt(local - MAX_OFFSET_MS);
  const after = offsetAt(local + MAX_OFFSET_MS);
  const isAfter = offsetAt(local - before) !== before && offsetAt(local - after) === after;
  return local - (isAfter ? after : before);
}

function parseDay(text: string): number | undefined {
  const date = new Date(`${text}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || toUtcDate(date) !== text) return undefined;
  return date.getTime() / DAY;
}
