import { createLinePerSecond } from './line-per-second';

it('writes one line a second, with the number of those left out before it', () => {
  jest.useFakeTimers();
  try {
    const write = createLinePerSecond();
    const written: number[] = [];
    const writeTimes = (times: number): void => {
      for (let time = 0; time < times; time += 1) write((leftOut) => written.push(leftOut));
    };

    writeTimes(1_000);
    jest.advanceTimersByTime(999);
    writeTimes(1);
    jest.advanceTimersByTime(1);
    writeTimes(3);
    jest.advanceTimersByTime(1_000);
    writeTimes(1);

    expect(written).toEqual([0, 1_000, 2]);
  } finally {
    jest.useRealTimers();
  }
});
