import { createCachePerKey } from './cache-per-key';

it('makes a value once for each key', () => {
  const of = createCachePerKey<string, object>();

  const first = of('a', () => ({}));

  expect(of('a', () => ({}))).toBe(first);
  expect(of('b', () => ({}))).not.toBe(first);
});

it('keeps what is undefined, and nothing of what could not be made', () => {
  const of = createCachePerKey<string, number | undefined>();
  const makes = jest.fn(() => undefined);
  const fails = (): number => {
    throw new Error('Not yet.');
  };

  of('nothing', makes);
  of('nothing', makes);
  expect(() => of('a', fails)).toThrow('Not yet.');

  expect(makes).toHaveBeenCalledTimes(1);
  expect(of('a', () => 1)).toBe(1);
});
