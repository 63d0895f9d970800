import { toLoggedError, judge, type Verdict } from './attempt';

const VERDICTS: readonly (readonly [number | null, Verdict])[] = [
  [null, 'retry'],
  [200, 'succeeded'],
  [201, 'succeeded'],
  [204, 'succeeded'],
  [299, 'succeeded'],
  [300, 'failed'],
  [301, 'failed'],
  [307, 'failed'],
  [400, 'failed'],
  [401, 'failed'],
  [404, 'failed'],
  [408, 'retry'],
  [409, 'failed'],
  [410, 'gone'],
  [422, 'failed'],
  [429, 'retry'],
  [499, 'failed'],
  [500, 'retry'],
  [502, 'retry'],
  [503, 'retry'],
  [599, 'retry'],
];

it.each(VERDICTS)('an answer of %s means %s', (responseCode, verdict) => {
  expect(judge({ responseCode })).toBe(verdict);
});

it('names what went wrong, and nothing for a success', () => {
  expect(toLoggedError({ responseCode: null, error: 'timeout' })).toBe('timeout');
  expect(toLoggedError({ responseCode: 503, error: null })).toBe('http_503');
  expect(toLoggedError({ responseCode: 204, error: null })).toBeNull();
});
