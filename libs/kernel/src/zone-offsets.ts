import { IANAZone } from 'luxon';

const MINUTE = 60_000;
const DAY = 86_400_000;
const WEEK = 7 * DAY;

/** A zone's offset from `from` on, until the next rule of the zone; both in milliseconds. */
export interface ZoneRule {
  readonly from: number;
  readonly offset: number;
}

/**
 * How far the zone's local time is ahead of UTC at an instant, in milliseconds.
 *
 * In whole minutes, which is all that ISO 8601 can write: local mean time, in use before standard
 * time, loses its seconds.
 */
export type OffsetAt = (instant: number) => number;

/** Capitals do not count in a zone's name: a company can spell its zone in millions of ways, one after the other. */
const MOST_SPELLINGS = 1_000;
/** Of days whose offsets are kept of a zone; a page may show a few hundred. */
const MOST_DAYS = 2_000;

/** By the names that companies give their zones. */
const bySpelling = new Map<string, OffsetAt>();
/** By the one name that a zone has here, kept for the life of the process. */
const byZone = new Map<string, OffsetAt>();

/** Those of UTC, in which times are shown where this process's data lack the company's zone. */
const OF_UNKNOWN_ZONE: OffsetAt = () => 0;

/** Whether a local time of the zone can be read; one whose zone is unknown would be a guess. */
export const isZoneKnown = (spelling: string): boolean => offsetsOf(spelling) !== OF_UNKNOWN_ZONE;

/** The offsets of a zone; those of UTC where the zone is unknown. */
export function offsetsOf(spelling: string): OffsetAt {
  const known = bySpelling.get(spelling);
  if (known) return known;
  const reader = readerOf(spelling);
  if (bySpelling.size === MOST_SPELLINGS) bySpelling.clear();
  bySpelling.set(spelling, reader);
  return reader;
}

/** The rules of a zone that hold between two instants, the first of them from `start` on; of UTC where the zone is unknown. */
export function zoneRules(spelling: string, start: number, end: number): ZoneRule[] {
  const zone = findZone(spelling);
  const read = zone ? offsetReader(zone) : OF_UNKNOWN_ZONE;
  const rules: ZoneRule[] = [];
  for (let week = start; week < end; week += WEEK) {
    for (const rule of rulesBetween(read, week, week + WEEK)) {
      if (rule.offset !== rules.at(-1)?.offset) rules.push(rule);
    }
  }
  return rules;
}

const offsetReader =
  (zone: IANAZone): OffsetAt =>
  (instant) =>
    Math.trunc(zone.offset(instant)) * MINUTE;

/** Luxon keeps every zone under each name that it is asked for. */
function findZone(spelling: string): IANAZone | undefined {
  if (!IANAZone.isValidZone(spelling)) return undefined;
  const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: spelling }).resolvedOptions();
  return IANAZone.create(timeZone);
}

function readerOf(spelling: string): OffsetAt {
  const zone = findZone(spelling);
  if (!zone) return OF_UNKNOWN_ZONE;
  const reader = byZone.get(zone.name) ?? readOffsets(zone);
  byZone.set(zone.name, reader);
  return reader;
}

/**
 * Asking Intl costs microseconds a time, and one page of jobs shows 300 timestamps; so the changes of a
 * day are searched once and looked up afterwards. Neighbouring timestamps share a rule, which is
 * therefore tried first. A day and no more: to search a year costs a millisecond, and a body may hold
 * times of hundreds of years.
 */
function readOffsets(zone: IANAZone): OffsetAt {
  const ask = offsetReader(zone);
  const days = new Map<number, readonly ZoneRule[]>();
  let from = 0;
  let until = 0;
  let offset = 0;

  return (instant) => {
    if (instant >= from && instant < until) return offset;
    const day = Math.floor(instant / DAY);
    let rules = days.get(day);
    if (!rules) {
      rules = rulesBetween(ask, day * DAY, (day + 1) * DAY);
      if (days.size === MOST_DAYS) days.clear();
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

/** No zone has changed its offset and changed it back within a week. */
function rulesBetween(ask: OffsetAt, start: number, end: number): ZoneRule[] {
  const before = ask(start);
  const after = ask(end);
  const rules = [{ from: start, offset: before }];
  if (after !== before) rules.push({ from: changeBetween(ask, start, end), offset: after });
  return rules;
}

/** The first millisecond at which the offset is no longer that of `early`. */
function changeBetween(ask: OffsetAt, early: number, late: number): number {
  const before = ask(early);
  let low = early;
  let high = late;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (ask(middle) === before) low = middle;
    else high = middle;
  }
  return high;
}
