import { WINDOW_MS } from '../rolling-window';
import { admittedLog } from './admitted-log';

const START_MS = Date.parse('2026-03-02T12:00:00Z');
const WINDOW = '7 list_reads_per_minute';

describe('what one of several gateways may admit by itself', () => {
  let nowMs: number;
  const log = () => admittedLog(() => new Date(nowMs));
  const admit = (to: ReturnType<typeof log>, count: number): void => {
    for (let n = 0; n < count; n += 1) to.window(WINDOW).take(nowMs);
  };
  const moments = (count: number, age: number) => ({
    agoMs: 0,
    ages: { [WINDOW]: Array.from({ length: count }, () => age) },
  });

  beforeEach(() => {
    nowMs = START_MS;
  });

  it.each([
    [30, 3, 10],
    [32, 3, 10],
    [2, 3, 1],
    [0, 3, 0],
  ])('is of a limit of %i, with %i gateways, %i', (limit, gateways, share) => {
    expect(log().shareOf(WINDOW, limit, gateways)).toBe(share);
  });

  it('counts what it admitted itself before', () => {
    const own = log();
    admit(own, 4);
    nowMs += 1;
    own.startOwnShare();
    own.setOthers([moments(4, 0), moments(4, 0)]);

    // 18 of 30 are left for three: six more each.
    expect(own.shareOf(WINDOW, 30, 3) - own.window(WINDOW).used(nowMs)).toBe(6);
  });

  it('is its part of what is left where another has admitted more than its share', () => {
    const own = log();
    nowMs += 1;
    own.startOwnShare();
    own.setOthers([moments(24, 10_000), moments(0, 0)]);

    expect(own.shareOf(WINDOW, 30, 3)).toBe(2);
    nowMs += 49_999;
    expect(own.shareOf(WINDOW, 30, 3)).toBe(2);
    nowMs += 1;
    expect(own.shareOf(WINDOW, 30, 3)).toBe(10);
  });

  it.each([1, 7, 30, 100])('is never more than a limit of %i in sum', (limit) => {
    const gateways = [log(), log(), log()];
    // Every way in which three gateways may have admitted up to the limit.
    for (let one = 0; one <= limit; one += 3) {
      for (let two = 0; one + two <= limit; two += 5) {
        const before = [one, two, limit - one - two];
        // What they admitted in the round before is over.
        nowMs += WINDOW_MS;
        const total = gateways.reduce((sum, own, index) => {
          const count = before[index] ?? 0;
          admit(own, count);
          nowMs += 1;
          own.startOwnShare();
          own.setOthers(
            before.filter((_, other) => other !== index).map((each) => moments(each, 0)),
          );
          const more = own.shareOf(WINDOW, limit, 3) - count;
          return sum + count + Math.max(more, 0);
        }, 0);
        expect(total).toBeLessThanOrEqual(limit);
      }
    }
  });

  it('tells how long ago requests were admitted, for a minute', () => {
    const own = log();
    admit(own, 2);
    nowMs += 5_000;
    expect(own.ages()).toEqual({ [WINDOW]: [5_000, 5_000] });
    nowMs += 55_000;
    expect(own.ages()).toEqual({});
  });
});
