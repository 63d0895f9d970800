const DAYS_IN_ERA = 146_097;
const EPOCH_DAY = 719_468;

// Plain arithmetic on 400-year eras that begin in March, so that the leap day comes last: a quarter of the
// cost of Date, and a page of jobs holds 300 timestamps.

/** Days since 1970-01-01 in the proleptic Gregorian calendar; `month` is 1 to 12. */
export function toDayNumber(year: number, month: number, dayOfMonth: number): number {
  const marchYear = month <= 2 ? year - 1 : year;
  const marchMonth = month <= 2 ? month + 9 : month - 3;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = Math.floor((153 * marchMonth + 2) / 5) + dayOfMonth - 1;
  const leapDays = Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100);
  return era * DAYS_IN_ERA + yearOfEra * 365 + leapDays + dayOfYear - EPOCH_DAY;
}

export const formatDayNumber = cacheLast((day) => {
  const shifted = day + EPOCH_DAY;
  const era = Math.floor(shifted / DAYS_IN_ERA);
  const dayOfEra = shifted - era * DAYS_IN_ERA;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const dayOfMonth = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0);
  return `${String(year).padStart(4, '0')}-${padTwo(month)}-${padTwo(dayOfMonth)}`;
});

/** Caches the last result: timestamps of one page often share a day and an offset. */
export function cacheLast(format: (number: number) => string): (number: number) => string {
  let last = Number.NaN;
  let text = '';
  return (number) => {
    if (number !== last) {
      text = format(number);
      last = number;
    }
    return text;
  };
}

const TWO_DIGITS = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'));

export const padTwo = (number: number): string => TWO_DIGITS[number] ?? String(number);
