import type { ClockAnswer } from '../../../contract/answers';
import { companyClock } from './company-clock';

export interface ReadableTimes {
  /** Day and minute, to be broken between them alone. */
  moment(iso: string): string;
  /** From one to another, their day once where it is the same: in pieces that are not broken. */
  range(from: string, to: string): readonly string[];
  /** With seconds and the zone. */
  exact(iso: string): string;
  /** A calendar date, YYYY-MM-DD, which is the same day in every zone. */
  date(text: string): string;
  /** The same without its year. */
  shortDate(text: string): string;
  /** A time of day by itself, HH:MM:SS, which belongs to no zone. */
  timeOfDay(text: string): string;
  /** The day that it is now, YYYY-MM-DD. */
  today(): string;
  // The others take instants, in milliseconds.
  /** From one minute of a day to another; with the days where these are two. */
  timeRange(from: number, to: number): string;
  time(at: number): string;
  hour(at: number): string;
  /** Weekday and date in short. */
  day(at: number): string;
  /** Weekday and date in full; from one to the other where the days are two. */
  days(first: number, last: number): string;
  /** The zone as people say it, such as "Central Time". */
  readonly zone: string;
}

const known = new WeakMap<ClockAnswer, ReadableTimes>();

/** Formats made once for a company's clock: making one costs a hundred times what using it does. */
export function readableTimes(clock: ClockAnswer, country: string): ReadableTimes {
  const times = known.get(clock) ?? createFormats(clock, `en-${country}`);
  known.set(clock, times);
  return times;
}

/** A text that stays on one line, but for the thin spaces around the dash of a range. */
const unbroken = (text: string): string => text.replaceAll(/[ \u202f]/g, '\u00a0');

function createFormats({ rules, zone_name: zone }: ClockAnswer, locale: string): ReadableTimes {
  const { offsetAt, zoneAt, timeAt } = companyClock(rules);
  /** Formats know no zone: they are given the clock's time as if it were UTC. */
  const format = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options });
  const local = (instant: number): number => instant + offsetAt(instant);
  const exact = format({ dateStyle: 'full', timeStyle: 'medium' });
  const mediumDay = format({ dateStyle: 'medium' });
  const shortDate = format({ month: 'short', day: 'numeric' });
  const time = format({ timeStyle: 'short' });
  const hour = format({ hour: 'numeric' });
  const day = format({ weekday: 'short', day: 'numeric', month: 'short' });
  const wholeDay = format({ dateStyle: 'full' });
  const wholeDays = format({ dateStyle: 'long' });
  return {
    moment(iso) {
      const at = local(Date.parse(iso));
      return [mediumDay.format(at), time.format(at)].map(unbroken).join(', ');
    },
    range(from, to) {
      const [first, last] = [local(Date.parse(from)), local(Date.parse(to))];
      const [begin, end] = [mediumDay.format(first), mediumDay.format(last)];
      const pieces =
        begin === end
          ? [`${begin},`, time.formatRange(first, last)]
          : [`${begin},`, `${time.format(first)} –`, `${end},`, time.format(last)];
      return pieces.map(unbroken);
    },
    exact(iso) {
      const at = Date.parse(iso);
      return `${exact.format(local(at))} ${zoneAt(at)}`;
    },
    date: (text) => mediumDay.format(new Date(text)),
    shortDate: (text) => shortDate.format(new Date(text)),
    timeOfDay: (text) => time.format(new Date(`1970-01-01T${text}Z`)),
    today: () => timeAt(Date.now()).slice(0, '2026-03-04'.length),
    timeRange: (from, to) => time.formatRange(local(from), local(to)),
    time: (at) => time.format(local(at)),
    hour: (at) => hour.format(local(at)),
    day: (at) => day.format(local(at)),
    days: (first, last) =>
      first === last
        ? wholeDay.format(local(first))
        : wholeDays.formatRange(local(first), local(last)),
    zone,
  };
}
