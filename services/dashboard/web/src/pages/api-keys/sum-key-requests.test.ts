import type { KeyRequestsResponse } from '../../../../contract/responses';
import { sumByDay, toCsv } from './sum-key-requests';

const row = (given: Partial<KeyRequestsResponse>): KeyRequestsResponse => ({
  ...{ date: '2026-03-02', key_id: 4, key_name: 'ERP', operation: 'listJobs' },
  ...{ requests: 10, errors: 3 },
  ...given,
});

const NOON = Date.parse('2026-03-02T12:00:00Z');

it('sums keys and operations by day, and has a day without requests, too', () => {
  const rows = [row({}), row({ key_id: 5 }), row({ date: '2026-02-01', requests: 2, errors: 2 })];

  const days = sumByDay(rows, NOON);

  expect(days).toHaveLength(30);
  expect(days[0]).toEqual({ date: '2026-02-01', succeeded: 0, errors: 2 });
  expect(days[1]).toEqual({ date: '2026-02-02', succeeded: 0, errors: 0 });
  expect(days[29]).toEqual({ date: '2026-03-02', succeeded: 14, errors: 6 });
});

it('writes a row for each key, operation and day, of which no name is a formula', () => {
  const rows = [row({ key_name: '=HYPERLINK("x"),1' }), row({ key_name: 'A "b"\nc' })];

  expect(toCsv(rows)).toBe(
    [
      'date,key_id,key_name,operation,requests,errors\r\n',
      `2026-03-02,4,"'=HYPERLINK(""x""),1",listJobs,10,3\r\n`,
      `2026-03-02,4,"A ""b""\nc",listJobs,10,3\r\n`,
    ].join(''),
  );
});
