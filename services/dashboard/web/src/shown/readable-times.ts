export interface ReadableTimes {
  /** Day and minute. */
  moment(iso: string): string;
  /** From one to another; their day once where it is the same. */
  range(from: string, to: string): string;
  /** With seconds and the zone. */
  exact(iso: string): string;
  /** A calendar date, YYYY-MM-DD, which is the same day in every zone. */
  day(date: string): string;
  /** The same without its year. */
  shortDay(date: string): string;
  /** The hour of a moment, such as "3 PM". */
  hour(iso: string): string;
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

function formats(timeZone: string, locale: string): ReadableTimes {
  const format = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(locale, { timeZone, ...options });
  const moment = format({ dateStyle: 'medium', timeStyle: 'short' });
  const exact = format({ dateStyle: 'full', timeStyle: 'long' });
  const day = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', dateStyle: 'medium' });
  const shortDay = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    month: 'short',
    day: 'numeric',
  });
  const hour = format({ hour: 'numeric' });
  const zone = format({ timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName');
  return {
    moment: (iso) => moment.format(new Date(iso)),
    range: (from, to) => moment.formatRange(new Date(from), new Date(to)),
    exact: (iso) => exact.format(new Date(iso)),
    day: (date) => day.format(new Date(date)),
    shortDay: (date) => shortDay.format(new Date(date)),
    hour: (iso) => hour.format(new Date(iso)),
    zone: zone?.value ?? timeZone,
  };
}
