import { orUnknown } from './metrics';

describe('a value that is measured', () => {
  it('is what was read', async () => {
    expect(await orUnknown(() => 7)).toBe(7);
    expect(await orUnknown(async () => 7)).toBe(7);
  });

  it('is unknown where it cannot be read', async () => {
    expect(await orUnknown(() => Promise.reject(new Error('no database')))).toBeNaN();
  });

  it('is unknown where reading takes longer than two seconds', async () => {
    jest.useFakeTimers();
    const value = orUnknown(() => new Promise<number>(() => undefined));

    await jest.advanceTimersByTimeAsync(2_000);

    expect(await value).toBeNaN();
    jest.useRealTimers();
  });
});
