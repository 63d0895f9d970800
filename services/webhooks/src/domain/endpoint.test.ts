import { healthAfter, healthAfterAll, reasonToStop, type Ended, type Health } from './endpoint';

const start = new Date('2026-03-02T14:15:00Z');
const days = (count: number): Date => new Date(start.getTime() + count * 86_400_000);
const WELL: Health = { failingSince: null, failedInARow: 0 };

const after = (...ended: readonly Ended[]): Health =>
  ended.reduce((health, each) => healthAfter(health, each, start), WELL);

describe('switching off', () => {
  it('follows five deliveries in a row that failed after their last attempt', () => {
    expect(reasonToStop(after('failed', 'failed', 'failed', 'failed'), start)).toBeUndefined();
    expect(reasonToStop(after('failed', 'failed', 'failed', 'failed', 'failed'), start)).toBe(
      'deliveries_failed',
    );
  });

  it('does not count attempts that are retried', () => {
    expect(reasonToStop(after(...Array<Ended>(50).fill('retried')), start)).toBeUndefined();
  });

  it('follows three days without a success', () => {
    const health = after('retried');
    expect(reasonToStop(health, new Date(days(3).getTime() - 1))).toBeUndefined();
    expect(reasonToStop(health, days(3))).toBe('failing_for_days');
  });

  it('begins anew with each success', () => {
    expect(after('failed', 'failed', 'failed', 'failed', 'succeeded', 'failed')).toEqual({
      failingSince: start,
      failedInARow: 1,
    });
    expect(reasonToStop(after('failed', 'succeeded'), days(9))).toBeUndefined();
  });
});

describe('an early warning', () => {
  const isDue = (before: Health, ...ended: readonly Ended[]): boolean =>
    healthAfterAll(
      before,
      ended.map((each) => ({ ended: each, at: start })),
    ).hasBegunToFail;

  it('is due at the first delivery that failed after its last attempt', () => {
    expect(isDue(WELL, 'retried', 'retried')).toBe(false);
    expect(isDue(WELL, 'retried', 'failed')).toBe(true);
    expect(isDue(WELL, 'failed', 'failed')).toBe(true);
  });

  it('is due again only after a success', () => {
    const failing = after('failed', 'failed');
    expect(isDue(failing, 'failed', 'retried', 'failed')).toBe(false);
    expect(isDue(failing, 'succeeded', 'succeeded')).toBe(false);
    expect(isDue(failing, 'succeeded', 'retried', 'failed')).toBe(true);
  });
});
