import { getNextAttemptAt } from './mail-retries';

const failedAt = new Date('2026-03-02T14:15:00Z');
const gapAfter = (attempts: number): number =>
  (getNextAttemptAt(attempts, failedAt).getTime() - failedAt.getTime()) / 1_000;

it('retries after gaps that grow to an hour, without end', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 200].map(gapAfter)).toEqual([
    ...[15, 60, 300, 900, 1_800],
    ...[3_600, 3_600, 3_600],
  ]);
});
