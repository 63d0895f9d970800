import { readOrNaN } from './metrics';

describe('a value that is measured', () => {
  it('is what was read', async () => {
    expect(await readOrNaN(() => 7)).toBe(7);
    expect(await readOrNaN(async () => 7)).toBe(7);
  });

  it('is unknown where it cannot be read', async () => {
    expect(await readOrNaN(() => Promise.reject(new Error('no database')))).toBeNaN();
  });

  it('is unknown where reading takes longer than two seconds', async () => {
    jest.useFakeTimers();
    const value = readOrNaN(() => new Promise<number>(() => undefined));

    await jest.advanceTimersByTimeAsync(2_000);

    expect(await value).toBeNaN();
    jest.useRealTimers();
  });
});
