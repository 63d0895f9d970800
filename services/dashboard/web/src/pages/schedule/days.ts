import type { CompanyClock } from '../../shown/company-clock';

/** A calendar day of 23, 24 or 25 hours. */
export interface Day {
  readonly date: string;
  /** `end` is the first instant of the next day. */
  readonly start: number;
  readonly end: number;
}

const DAY_MS = 86_400_000;

/** Leaves room for a whole week around any day. */
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
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, date.length);

/** Monday is 1. */
export const getWeekday = (date: string): number => ((new Date(date).getUTCDay() + 6) % 7) + 1;

export const getMonday = (date: string): string => addDays(date, 1 - getWeekday(date));

export const listDaysFrom = (from: string, count: number, clock: CompanyClock): readonly Day[] =>
  Array.from({ length: count }, (_, index) => {
    const date = addDays(from, index);
    const start = clock.toInstant(`${date}T00:00`);
    return { date, start, end: clock.toInstant(`${addDays(date, 1)}T00:00`) };
  });

export const isWithinDay = ({ start, end }: Day, instant: number): boolean =>
  start <= instant && instant < end;
