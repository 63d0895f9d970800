import type { CompanyClock } from '../../shown/company-clock';

/** A day of the company's calendar; it may have 23 or 25 hours. */
export interface Day {
  /** YYYY-MM-DD */
  readonly date: string;
  /** Its first instant, and that of the day after. */
  readonly start: number;
  readonly end: number;
}

const MILLISECONDS = 86_400_000;

/** Far enough from the ends of the calendar that every day has a week around it. */
const FIRST = '1970-01-02';
const LAST = '9998-12-31';

export const isDate = (text: string | undefined): text is string =>
  text !== undefined &&
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  text >= FIRST &&
  text <= LAST &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * MILLISECONDS).toISOString().slice(0, date.length);

/** Monday is day 1. */
export const weekdayOf = (date: string): number => ((new Date(date).getUTCDay() + 6) % 7) + 1;

/** The Monday of the week that a date is in. */
export const mondayOf = (date: string): string => addDays(date, 1 - weekdayOf(date));

export const daysFrom = (from: string, count: number, clock: CompanyClock): readonly Day[] =>
  Array.from({ length: count }, (_, index) => {
    const date = addDays(from, index);
    const start = clock.instantOf(`${date}T00:00`);
    return { date, start, end: clock.instantOf(`${addDays(date, 1)}T00:00`) };
  });

export const isOn = ({ start, end }: Day, instant: number): boolean =>
  start <= instant && instant < end;
