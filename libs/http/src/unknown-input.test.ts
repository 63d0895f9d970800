import { prefersStrict } from './unknown-input';

it.each([
  'handling=strict',
  'Handling = Strict',
  'handling="strict"',
  'handling="stri\\ct"',
  'respond-async, wait=10, handling=strict',
  'foo="a, handling=lenient; b\\"", handling=strict',
  'handling=strict; of="all, all"; more, return=minimal',
  ', ,handling=strict,',
  // Several header lines, as Node.js joins them.
  'return=minimal, handling=strict',
  'handling=strict, handling=lenient',
])('strict handling is preferred by %s', (header) => {
  expect(prefersStrict(header)).toBe(true);
});

it.each([
  '',
  'handling',
  'handling=""',
  'handling=lenient',
  'handling=lenient, handling=strict',
  'handling, handling=strict',
  'handling=stricter',
  'handling strict',
  'strict',
  'wait=10; handling=strict',
  'foo="handling=strict"',
  'foo="a, handling=strict"',
  'handling=strict x',
  'foo="a, handling=strict',
  'x-handling=strict',
])('strict handling is not preferred by %s', (header) => {
  expect(prefersStrict(header)).toBe(false);
});

it('reads a hostile header in linear time', () => {
  const headers = ['"', '\\', ',', ';', '=', ' ', '"a', '"\\', 'handling=', ' ='].map((part) =>
    part.repeat(16_000 / part.length),
  );
  const start = performance.now();
  for (const header of headers) {
    prefersStrict(header);
    prefersStrict(`a${header}`);
    prefersStrict(`handling${header}`);
  }
  expect(performance.now() - start).toBeLessThan(1_000);
});
