const DAY = 86_400_000;
/** Clocks change at quarters of an hour. */
const QUARTER = 900_000;

/**
 * The clock of a time zone. Its times are texts as a field for times has them, `2026-03-04T09:00`;
 * instants are milliseconds since 1970.
 */
export interface CompanyClock {
  timeAt(instant: number): string;
  /** A time that the clock skips moves forward by the gap; of one that occurs twice, the earlier. */
  instantOf(time: string): number;
}

const known = new Map<string, CompanyClock>();

/** Made once for a zone: what it reads is remembered, because reading a clock costs more than all else here. */
export function companyClock(timeZone: string): CompanyClock {
  const clock = known.get(timeZone) ?? clockOf(timeZone);
  known.set(timeZone, clock);
  return clock;
}

function clockOf(timeZone: string): CompanyClock {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const instants = new Map<string, number>();
  const offsets = new Map<number, number>();

  /** How far the clock is ahead of UTC. */
  function offsetAt(instant: number): number {
    const quarter = Math.floor(instant / QUARTER) * QUARTER;
    const offset = offsets.get(quarter) ?? readOffset(quarter);
    offsets.set(quarter, offset);
    return offset;
  }

  function readOffset(second: number): number {
    const parts = new Map(
      format.formatToParts(second).map(({ type, value }) => [type, Number(value)]),
    );
    const of = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
    const [year, month, day] = [of('year'), of('month') - 1, of('day')];
    return Date.UTC(year, month, day, of('hour'), of('minute'), of('second')) - second;
  }

  // The server reads times without an offset in the same way (libs/kernel, company-time).
  function instantOf(time: string): number {
    const local = Date.parse(`${time}Z`);
    const before = offsetAt(local - DAY);
    const after = offsetAt(local + DAY);
    const isAfter = offsetAt(local - before) !== before && offsetAt(local - after) === after;
    return local - (isAfter ? after : before);
  }

  return {
    timeAt: (instant) =>
      new Date(instant + offsetAt(instant)).toISOString().slice(0, '2026-03-04T09:00'.length),
    instantOf(time) {
      const instant = instants.get(time) ?? instantOf(time);
      instants.set(time, instant);
      return instant;
    },
  };
}
