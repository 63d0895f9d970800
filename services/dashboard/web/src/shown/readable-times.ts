import type { ClockResponse } from '../../../contract/responses';
import { getCompanyClock } from './company-clock';

export interface ReadableTimes {
  /** Breaks only between day and time. */
  moment(iso: string): string;
  /** A moment with its seconds. */
  second(iso: string): string;
  /** Pieces that must not break; a shared day is named once. */
  range(from: string, to: string): readonly string[];
  /** One short line, such as `Dec 2, 8–10 AM`. */
  shortRange(from: string, to: string): string;
  /** Such as `2 h ago`; after a week, the date. */
  ago(iso: string, now: number): string;
  exact(iso: string): string;
  /** YYYY-MM-DD, the same in every zone. */
  date(text: string): string;
  shortDate(text: string): string;
  /** An instant's date in the company's zone. */
  dateAt(iso: string): string;
  monthAndYear(text: string): string;
  /** HH:MM:SS without a zone. */
  timeOfDay(text: string): string;
  today(): string;
  // The following take instants in milliseconds.
  /** Names the days only where they differ. */
  timeRange(from: number, to: number): string;
  time(at: number): string;
  hour(at: number): string;
  day(at: number): string;
  weekday(at: number): string;
  days(first: number, last: number): string;
  readonly zone: string;
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;

const isFullHour = (at: number): boolean => at % 3_600_000 === 0;

const known = new WeakMap<ClockResponse, ReadableTimes>();

/** Cached, because creating a format costs a hundred times what using it does. */
export function getReadableTimes(clock: ClockResponse, country: string): ReadableTimes {
  const times = known.get(clock) ?? createFormats(clock, `en-${country}`);
  known.set(clock, times);
  return times;
}

/** Keeps thin spaces around dashes breakable. */
const unbroken = (text: string): string => text.replaceAll(/[ \u202f]/g, '\u00a0');

function createFormats({ rules, zone_name: zone }: ClockResponse, locale: string): ReadableTimes {
  const { offsetAt, zoneAt, dateAt } = getCompanyClock(rules);
  /** Formats receive local time as if it were UTC. */
  const format = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options });
  const local = (instant: number): number => instant + offsetAt(instant);
  const exact = format({ dateStyle: 'full', timeStyle: 'medium' });
  const mediumDay = format({ dateStyle: 'medium' });
  const shortDate = format({ month: 'short', day: 'numeric' });
  const monthAndYear = format({ month: 'short', year: 'numeric' });
  const time = format({ timeStyle: 'short' });
  const timeWithSeconds = format({ timeStyle: 'medium' });
  const hour = format({ hour: 'numeric' });
  const day = format({ weekday: 'short', day: 'numeric', month: 'short' });
  const weekday = format({ weekday: 'short' });
  const wholeDay = format({ dateStyle: 'full' });
  const wholeDays = format({ dateStyle: 'long' });
  const toMoment = (iso: string, timeFormat: Intl.DateTimeFormat): string => {
    const at = local(Date.parse(iso));
    return [mediumDay.format(at), timeFormat.format(at)].map(unbroken).join(', ');
  };
  const yearOf = (at: number): number => new Date(at).getUTCFullYear();
  /** Without this year's number. */
  const nearDay = (at: number): string =>
    (yearOf(at) === yearOf(local(Date.now())) ? shortDate : mediumDay).format(at);
  return {
    moment: (iso) => toMoment(iso, time),
    second: (iso) => toMoment(iso, timeWithSeconds),
    range(from, to) {
      const [first, last] = [local(Date.parse(from)), local(Date.parse(to))];
      const [begin, end] = [mediumDay.format(first), mediumDay.format(last)];
      const pieces =
        begin === end
          ? [`${begin},`, time.formatRange(first, last)]
          : [`${begin},`, `${time.format(first)} –`, `${end},`, time.format(last)];
      return pieces.map(unbroken);
    },
    shortRange(from, to) {
      const [first, last] = [local(Date.parse(from)), local(Date.parse(to))];
      const [begin, end] = [nearDay(first), nearDay(last)];
      const clock = [first, last].every(isFullHour) ? hour : time;
      return begin === end
        ? `${begin}, ${clock.formatRange(first, last).replace(/\s*–\s*/, '–')}`
        : `${begin}, ${clock.format(first)} – ${end}, ${clock.format(last)}`;
    },
    ago(iso, now) {
      const at = Date.parse(iso);
      const minutes = Math.floor((now - at) / MINUTE_MS);
      if (minutes < 1) return 'Just now';
      if (minutes < 60) return `${minutes}\u00A0min\u00A0ago`;
      if (minutes < DAY_MINUTES) return `${Math.floor(minutes / 60)}\u00A0h\u00A0ago`;
      if (minutes < 7 * DAY_MINUTES) return `${Math.floor(minutes / DAY_MINUTES)}\u00A0d\u00A0ago`;
      return nearDay(local(at));
    },
    exact(iso) {
      const at = Date.parse(iso);
      return `${exact.format(local(at))} ${zoneAt(at)}`;
    },
    date: (text) => mediumDay.format(new Date(text)),
    shortDate: (text) => shortDate.format(new Date(text)),
    dateAt: (iso) => mediumDay.format(local(Date.parse(iso))),
    monthAndYear: (text) => monthAndYear.format(new Date(text)),
    timeOfDay: (text) => time.format(new Date(`1970-01-01T${text}Z`)),
    today: () => dateAt(Date.now()),
    timeRange(from, to) {
      const [first, last] = [local(from), local(to)];
      const [begin, end] = [nearDay(first), nearDay(last)];
      return begin === end
        ? time.formatRange(first, last)
        : `${begin}, ${time.format(first)} – ${end}, ${time.format(last)}`;
    },
    time: (at) => time.format(local(at)),
    hour: (at) => hour.format(local(at)),
    day: (at) => day.format(local(at)),
    weekday: (at) => weekday.format(local(at)),
    days: (first, last) =>
      first === last
        ? wholeDay.format(local(first))
        : wholeDays.formatRange(local(first), local(last)),
    zone,
  };
}
