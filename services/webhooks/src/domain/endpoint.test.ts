import {
  updateHealth,
  updateHealthByAll,
  findReasonToStop,
  type StatusAfterAttempt,
  type EndpointHealth,
} from './endpoint';

const start = new Date('2026-03-02T14:15:00Z');
const days = (count: number): Date => new Date(start.getTime() + count * 86_400_000);
const WELL: EndpointHealth = { failingSince: null, failedInARow: 0 };

const after = (...ended: readonly StatusAfterAttempt[]): EndpointHealth =>
  ended.reduce(
    (health, status) => updateHealth(health, { status, at: start, isResent: false }),
    WELL,
  );

describe('switching off', () => {
  it('follows five deliveries in a row that failed after their last attempt', () => {
    expect(findReasonToStop(after('failed', 'failed', 'failed', 'failed'), start)).toBeUndefined();
    expect(findReasonToStop(after('failed', 'failed', 'failed', 'failed', 'failed'), start)).toBe(
      'deliveries_failed',
    );
  });

  it('does not count attempts that are retried', () => {
    expect(
      findReasonToStop(after(...Array<StatusAfterAttempt>(50).fill('retrying')), start),
    ).toBeUndefined();
  });

  it('follows three days without a success', () => {
    const health = after('retrying');
    expect(findReasonToStop(health, new Date(days(3).getTime() - 1))).toBeUndefined();
    expect(findReasonToStop(health, days(3))).toBe('failing_for_days');
  });

  it('starts again with each success', () => {
    expect(after('failed', 'failed', 'failed', 'failed', 'succeeded', 'failed')).toEqual({
      failingSince: start,
      failedInARow: 1,
    });
    expect(findReasonToStop(after('failed', 'succeeded'), days(9))).toBeUndefined();
  });
});

describe('an early warning', () => {
  const isDue = (before: EndpointHealth, ...ended: readonly StatusAfterAttempt[]): boolean =>
    updateHealthByAll(
      before,
      ended.map((each) => ({ status: each, at: start, isResent: false })),
    ).hasBegunToFail;

  it('is due at the first delivery that failed after its last attempt', () => {
    expect(isDue(WELL, 'retrying', 'retrying')).toBe(false);
    expect(isDue(WELL, 'retrying', 'failed')).toBe(true);
    expect(isDue(WELL, 'failed', 'failed')).toBe(true);
  });

  it('is not due for a delivery that was resent, but for the next that fails by itself', () => {
    const resent = { status: 'failed', at: start, isResent: true } as const;
    const { health, hasBegunToFail } = updateHealthByAll(WELL, [resent]);

    expect(hasBegunToFail).toBe(false);
    expect(health).toEqual({ failingSince: start, failedInARow: 0 });
    expect(isDue(health, 'failed')).toBe(true);
  });

  it('is due again only after a success', () => {
    const failing = after('failed', 'failed');
    expect(isDue(failing, 'failed', 'retrying', 'failed')).toBe(false);
    expect(isDue(failing, 'succeeded', 'succeeded')).toBe(false);
    expect(isDue(failing, 'succeeded', 'retrying', 'failed')).toBe(true);
  });
});
