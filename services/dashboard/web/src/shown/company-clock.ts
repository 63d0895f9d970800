import type { ClockRule } from '../../../contract/responses';

const MINUTE = 60_000;

/** Local times are texts like `2026-03-04T09:00`; instants are milliseconds since 1970. */
export interface CompanyClock {
  timeAt(instant: number): string;
  /** Such as `2026-03-04`. */
  dateAt(instant: number): string;
  /** Skipped times move forward by the gap; repeated times are the earlier one. */
  toInstant(time: string): number;
  /** Both instants of a repeated time, earlier first; otherwise one. */
  toInstants(time: string): readonly number[];
  /** Milliseconds ahead of UTC. */
  offsetAt(instant: number): number;
  zoneAt(instant: number): string;
  /** Such as `2026-03-04T09:00:00-05:00`. */
  isoAt(instant: number): string;
}

const clocks = new WeakMap<readonly ClockRule[], CompanyClock>();

export function getCompanyClock(rules: readonly ClockRule[]): CompanyClock {
  const clock = clocks.get(rules) ?? createClock(rules);
  clocks.set(rules, clock);
  return clock;
}

const ALWAYS_UTC: ClockRule = { from: 0, offset: 0, name: 'UTC' };

function createClock(rules: readonly ClockRule[]): CompanyClock {
  const ruleAt = (instant: number): ClockRule =>
    rules.findLast(({ from }) => from <= instant) ?? rules[0] ?? ALWAYS_UTC;

  const offsetAt = (instant: number): number => ruleAt(instant).offset * MINUTE;

  const occurrences = (local: number): readonly number[] =>
    [...new Set(rules.map(({ offset }) => local - offset * MINUTE))]
      .filter((instant) => instant + offsetAt(instant) === local)
      .sort((one, other) => one - other);

  // Must match `company-time` of libs/kernel, by which the server reads such times.
  function toInstants(time: string): readonly number[] {
    const local = Date.parse(`${time}Z`);
    const instants = occurrences(local);
    return instants.length > 0 ? instants : [local - offsetBeforeGap(local)];
  }

  /** Returns the offset before the gap that skips a local time. */
  function offsetBeforeGap(local: number): number {
    const after = rules.findIndex(({ from, offset }) => from + offset * MINUTE > local);
    return (rules[after - 1] ?? rules.at(-1) ?? ALWAYS_UTC).offset * MINUTE;
  }

  const timeAt = (instant: number): string =>
    new Date(instant + offsetAt(instant)).toISOString().slice(0, '2026-03-04T09:00'.length);

  return {
    timeAt,
    dateAt: (instant) => timeAt(instant).slice(0, '2026-03-04'.length),
    toInstant: (time) => toInstants(time)[0] ?? Number.NaN,
    toInstants,
    offsetAt,
    zoneAt: (instant) => ruleAt(instant).name,
    isoAt: (instant) => `${timeAt(instant)}:00${offsetText(offsetAt(instant) / MINUTE)}`,
  };
}

function offsetText(minutes: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
