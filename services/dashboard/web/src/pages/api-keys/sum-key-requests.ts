import type { KeyRequestsResponse } from '../../../../contract/responses';

const DAYS = 30;
const DAY_MS = 86_400_000;

export interface DayTotals {
  /** YYYY-MM-DD, in UTC as the server counts. */
  readonly date: string;
  readonly succeeded: number;
  readonly errors: number;
}

/** Thirty days, the oldest first and that of `nowMs` last. */
export function sumByDay(rows: readonly KeyRequestsResponse[], nowMs: number): DayTotals[] {
  return Array.from({ length: DAYS }, (_, at) => {
    const date = new Date(nowMs - (DAYS - 1 - at) * DAY_MS).toISOString().slice(0, 10);
    const ofDay = rows.filter((row) => row.date === date);
    const errors = sum(ofDay.map((row) => row.errors));
    return { date, succeeded: sum(ofDay.map((row) => row.requests)) - errors, errors };
  });
}

const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);

const COLUMNS = ['date', 'key_id', 'key_name', 'operation', 'requests', 'errors'] as const;

export const toCsv = (rows: readonly KeyRequestsResponse[]): string =>
  [COLUMNS, ...rows.map((row) => COLUMNS.map((column) => toCell(row[column])))]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('');

function toCell(value: string | number): string {
  // A spreadsheet would run a name that begins so as a formula.
  const text = String(value).replace(/^[=+\-@\t\r]/, "'$&");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
