import { IANAZone } from 'luxon';

const MINUTE = 60_000;
const DAY = 86_400_000;
const WEEK = 7 * DAY;

export interface ZoneRule {
  readonly from: number;
  readonly offset: number;
}

/** Milliseconds ahead of UTC, in whole minutes as in ISO 8601: historical local mean time loses its seconds. */
export type OffsetAt = (instant: number) => number;

/** Bounds the cache, since zone names are case-insensitive and have millions of spellings. */
const MAX_SPELLINGS = 1_000;
const MAX_DAYS_PER_ZONE = 2_000;

const bySpelling = new Map<string, OffsetAt>();
const byZone = new Map<string, OffsetAt>();

/** Times are shown in UTC where this process does not know the zone. */
const UTC_OFFSETS: OffsetAt = () => 0;

export const isZoneKnown = (spelling: string): boolean => getOffsets(spelling) !== UTC_OFFSETS;

export function getOffsets(spelling: string): OffsetAt {
  const known = bySpelling.get(spelling);
  if (known) return known;
  const reader = createReader(spelling);
  if (bySpelling.size === MAX_SPELLINGS) bySpelling.clear();
  bySpelling.set(spelling, reader);
  return reader;
}

/** The rules in force between two instants; those of UTC for an unknown zone. */
export function findZoneRules(spelling: string, start: number, end: number): ZoneRule[] {
  const zone = findZone(spelling);
  const read = zone ? createOffsetReader(zone) : UTC_OFFSETS;
  const rules: ZoneRule[] = [];
  for (let week = start; week < end; week += WEEK) {
    for (const rule of findRules(read, week, week + WEEK)) {
      if (rule.offset !== rules.at(-1)?.offset) rules.push(rule);
    }
  }
  return rules;
}

const createOffsetReader =
  (zone: IANAZone): OffsetAt =>
  (instant) =>
    Math.trunc(zone.offset(instant)) * MINUTE;

/** Resolved to one name, because Luxon caches a zone under every spelling. */
function findZone(spelling: string): IANAZone | undefined {
  if (!IANAZone.isValidZone(spelling)) return undefined;
  const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: spelling }).resolvedOptions();
  return IANAZone.create(timeZone);
}

function createReader(spelling: string): OffsetAt {
  const zone = findZone(spelling);
  if (!zone) return UTC_OFFSETS;
  const reader = byZone.get(zone.name) ?? cacheOffsets(zone);
  byZone.set(zone.name, reader);
  return reader;
}

/**
 * Intl costs microseconds a call, and a page of jobs holds 300 timestamps, so the rules of a day are
 * searched once. The rules of a year would take a millisecond, and a body may hold times of many years.
 */
function cacheOffsets(zone: IANAZone): OffsetAt {
  const offsetAt = createOffsetReader(zone);
  const days = new Map<number, readonly ZoneRule[]>();
  let from = 0;
  let until = 0;
  let offset = 0;

  return (instant) => {
    if (instant >= from && instant < until) return offset;
    const day = Math.floor(instant / DAY);
    let rules = days.get(day);
    if (!rules) {
      rules = findRules(offsetAt, day * DAY, (day + 1) * DAY);
      if (days.size === MAX_DAYS_PER_ZONE) days.clear();
      days.set(day, rules);
    }
    until = (day + 1) * DAY;
    for (const rule of rules) {
      if (rule.from > instant) {
        until = rule.from;
        break;
      }
      ({ from, offset } = rule);
    }
    return offset;
  };
}

/** No zone has changed its offset and back within a week. */
function findRules(offsetAt: OffsetAt, start: number, end: number): ZoneRule[] {
  const before = offsetAt(start);
  const after = offsetAt(end);
  const rules = [{ from: start, offset: before }];
  if (after !== before) rules.push({ from: findChange(offsetAt, start, end), offset: after });
  return rules;
}

function findChange(offsetAt: OffsetAt, early: number, late: number): number {
  const before = offsetAt(early);
  let low = early;
  let high = late;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle) === before) low = middle;
    else high = middle;
  }
  return high;
}
