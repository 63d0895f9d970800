import type { ClockRule } from '../../../contract/responses';

const rule = (from: string, offset: number, name: string): ClockRule => ({
  from: Date.parse(from),
  offset,
  name,
});

export const NEW_YORK: readonly ClockRule[] = [
  rule('2025-11-02T06:00:00Z', -300, 'EST'),
  rule('2026-03-08T07:00:00Z', -240, 'EDT'),
  rule('2026-11-01T06:00:00Z', -300, 'EST'),
];

export const CHICAGO: readonly ClockRule[] = [
  rule('2025-11-02T07:00:00Z', -360, 'CST'),
  rule('2026-03-08T08:00:00Z', -300, 'CDT'),
];

export const KATHMANDU: readonly ClockRule[] = [rule('2000-01-01T00:00:00Z', 345, 'GMT+5:45')];

export const LORD_HOWE: readonly ClockRule[] = [
  rule('2026-04-04T15:00:00Z', 630, 'GMT+10:30'),
  rule('2026-10-03T15:30:00Z', 660, 'GMT+11'),
];

export const SAO_PAULO: readonly ClockRule[] = [
  rule('2018-02-18T02:00:00Z', -180, 'GMT-3'),
  rule('2018-11-04T03:00:00Z', -120, 'GMT-2'),
  rule('2019-02-17T02:00:00Z', -180, 'GMT-3'),
];
