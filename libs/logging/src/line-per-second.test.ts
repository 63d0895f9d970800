import { linePerSecond } from './line-per-second';

it('writes one line a second, with the number of those left out before it', () => {
  jest.useFakeTimers();
  try {
    const say = linePerSecond();
    const written: number[] = [];
    const sayTimes = (times: number): void => {
      for (let time = 0; time < times; time += 1) say((leftOut) => written.push(leftOut));
    };

    sayTimes(1_000);
    jest.advanceTimersByTime(999);
    sayTimes(1);
    jest.advanceTimersByTime(1);
    sayTimes(3);
    jest.advanceTimersByTime(1_000);
    sayTimes(1);

    expect(written).toEqual([0, 1_000, 2]);
  } finally {
    jest.useRealTimers();
  }
});
