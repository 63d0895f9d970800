import fc, { type Arbitrary } from 'fast-check';

const ODD_TEXTS = [
  ...['', '0', '1', '-1', '01', '1e3', '9'.repeat(30), '+1 (2'],
  ...['null', 'true', '\0', '%', '\\', '%_'],
  ...['2026-03-01', '2026-02-30', '0001-01-01', '9999-12-31', '9999-12-31T23:59:59-14:00'],
  '2026-03-08 02:30:00',
  ...['__proto__', 'constructor', 'toString'],
];

const SURROGATES = { from: 0xd800, count: 0x800 } as const;

/** fast-check's own `binary` unit lists all million characters first, which takes a second. */
const character = fc
  .nat({ max: 0x10ffff - SURROGATES.count })
  .map((n) => String.fromCodePoint(n < SURROGATES.from ? n : n + SURROGATES.count));

export const oddText = (words: readonly string[]): Arbitrary<string> =>
  fc.oneof(fc.string({ unit: character }), fc.constantFrom(...ODD_TEXTS, ...words));

const oddValue = fc.oneof(
  fc.jsonValue(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom<unknown>(null, 0, -1, 1.5, 1e308, 2 ** 31 - 1, -(2 ** 31), 2 ** 53 - 1, 2 ** 53),
  fc.constantFrom<unknown>(true, '\ud800', 'x'.repeat(300), [], [1, 1], {}),
  fc.constantFrom(...ODD_TEXTS, '0001-01-01T00:00:00+14:00'),
);

export type Mutation =
  | { readonly fields: Readonly<Record<string, unknown>> }
  | { readonly whole: unknown };

export const mutation = (names: readonly string[]): Arbitrary<Mutation> => {
  const name = fc.constantFrom(...names, '__proto__', 'constructor', 'version', 'id');
  return fc.oneof(
    fc.record({ fields: fc.dictionary(name, oddValue) }),
    fc.record({ whole: fc.jsonValue() }),
  );
};

export const mutate = (body: object, by: Mutation): unknown =>
  'whole' in by
    ? by.whole
    : Object.entries(by.fields).reduce((odd, [name, value]) => withField(odd, name, value), body);

/** Nested fields are named as `location.notes`. */
export function withField(body: object, name: string, value: unknown): object {
  const [first = '', ...rest] = name.split('.');
  const inside: unknown = Reflect.get(body, first);
  const changed =
    rest.length > 0 && typeof inside === 'object' && inside !== null
      ? withField(inside, rest.join('.'), value)
      : value;
  // An earlier odd value may have put a list in the place of an object.
  if (Array.isArray(body))
    return Object.hasOwn(body, first) ? body.with(Number(first), changed) : body;
  return { ...body, [first]: changed };
}
