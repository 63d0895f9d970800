import { IANAZone } from 'luxon';

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Changes of offset are searched and kept for stretches of this length, a mean year. */
const STRETCH = 31_556_952_000;

/** A zone's offset from `from` on, until the next rule of the zone. */
interface Rule {
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

const readers = new Map<string, OffsetAt>();

/** The offsets of a zone, kept once for the process. */
export function offsetsOf(zone: string): OffsetAt {
  const known = readers.get(zone);
  if (known) return known;
  const reader = readOffsets(IANAZone.create(zone));
  readers.set(zone, reader);
  return reader;
}

/**
 * Asking Intl costs microseconds a time, and one page of jobs shows 300 timestamps; so the changes
 * of a year are searched once and looked up afterwards. Neighbouring timestamps share a rule, which
 * is therefore tried first. Years 1 to 9999 bound what a zone can take.
 */
function readOffsets(zone: IANAZone): OffsetAt {
  if (!zone.isValid) throw new RangeError(`${zone.name} is not a time zone.`);
  const ask = (instant: number): number => Math.trunc(zone.offset(instant)) * MINUTE;
  const stretches = new Map<number, readonly Rule[]>();
  let from = 0;
  let until = 0;
  let offset = 0;

  return (instant) => {
    if (instant >= from && instant < until) return offset;
    const number = Math.floor(instant / STRETCH);
    let rules = stretches.get(number);
    if (!rules) {
      rules = rulesBetween(ask, number * STRETCH, (number + 1) * STRETCH);
      stretches.set(number, rules);
    }
    until = (number + 1) * STRETCH;
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

/** Looks at every day: no zone has changed its offset and changed it back within one. */
function rulesBetween(ask: OffsetAt, start: number, end: number): Rule[] {
  let known = ask(start);
  const rules: Rule[] = [{ from: start, offset: known }];
  for (let day = start; day < end; day += DAY) {
    const next = Math.min(day + DAY, end);
    const offset = ask(next);
    if (offset !== known) rules.push({ from: changeBetween(ask, day, next), offset });
    known = offset;
  }
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
