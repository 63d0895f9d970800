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

const known = new Map<string, ReadableTimes>();

/** Formats made once for a zone and a country: making one costs a hundred times what using it does. */
export function readableTimes(timeZone: string, country: string): ReadableTimes {
  const key = `${timeZone} ${country}`;
  const times = known.get(key) ?? formats(timeZone, `en-${country}`);
  known.set(key, times);
  return times;
}

/** A text that stays on one line, but for the thin spaces around the dash of a range. */
const unbroken = (text: string): string => text.replaceAll(/[ \u202f]/g, '\u00a0');

function formats(timeZone: string, locale: string): ReadableTimes {
  const format = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(locale, { timeZone, ...options });
  const exact = format({ dateStyle: 'full', timeStyle: 'long' });
  const date = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', dateStyle: 'medium' });
  const mediumDay = format({ dateStyle: 'medium' });
  const shortDate = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    month: 'short',
    day: 'numeric',
  });
  // Swedes write dates as machines do.
  const isoDay = new Intl.DateTimeFormat('sv', { timeZone });
  const time = format({ timeStyle: 'short' });
  const timeOfDay = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', timeStyle: 'short' });
  const hour = format({ hour: 'numeric' });
  const day = format({ weekday: 'short', day: 'numeric', month: 'short' });
  const wholeDay = format({ dateStyle: 'full' });
  const wholeDays = format({ dateStyle: 'long' });
  const zone = format({ timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName');
  return {
    moment(iso) {
      const at = new Date(iso);
      return [mediumDay.format(at), time.format(at)].map(unbroken).join(', ');
    },
    range(from, to) {
      const [first, last] = [new Date(from), new Date(to)];
      const [begin, end] = [mediumDay.format(first), mediumDay.format(last)];
      const pieces =
        begin === end
          ? [`${begin},`, time.formatRange(first, last)]
          : [`${begin},`, `${time.format(first)} –`, `${end},`, time.format(last)];
      return pieces.map(unbroken);
    },
    exact: (iso) => exact.format(new Date(iso)),
    date: (text) => date.format(new Date(text)),
    shortDate: (text) => shortDate.format(new Date(text)),
    timeOfDay: (text) => timeOfDay.format(new Date(`1970-01-01T${text}Z`)),
    today: () => isoDay.format(new Date()),
    timeRange: (from, to) => time.formatRange(from, to),
    time: (at) => time.format(at),
    hour: (at) => hour.format(at),
    day: (at) => day.format(at),
    days: (first, last) =>
      first === last ? wholeDay.format(first) : wholeDays.formatRange(first, last),
    zone: zone?.value ?? timeZone,
  };
}
