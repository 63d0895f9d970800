import type { ErrorCode } from '@svc/contracts';

interface Refused {
  readonly value: unknown;
  readonly error: ErrorCode;
  /** Paths within the field, as `errors` names them; empty for the field itself. */
  readonly within: readonly string[];
}

/**
 * Values that a field of a body, or a parameter of a query, accepts and rejects; `undefined` is an
 * absent field. All values are typed in from the specification and `.github/docs/decisions.md`, not
 * from the schemas.
 */
export interface FieldCases {
  readonly accepted: readonly unknown[];
  readonly refused: readonly Refused[];
}

const at = (within: readonly string[], value: unknown): Refused => ({
  value,
  error: 'validation_failed',
  within,
});

export const cases = (accepted: readonly unknown[], refused: readonly unknown[]): FieldCases => ({
  accepted,
  refused: refused.map((value) => at([], value)),
});

export const more = (
  field: FieldCases,
  accepted: readonly unknown[],
  refused: readonly unknown[],
) => ({
  accepted: [...field.accepted, ...accepted],
  refused: [...field.refused, ...refused.map((value) => at([], value))],
});

/** Must be sent, and not as null. */
export const required = (field: FieldCases): FieldCases => more(field, [], [undefined, null]);
/** Absent and null are the same: none. */
export const optional = (field: FieldCases): FieldCases => more(field, [undefined, null], []);
/** Absent keeps the value, which cannot be cleared. */
export const updatable = (field: FieldCases): FieldCases => more(field, [undefined], [null]);

export const coded = (
  field: FieldCases,
  codeOf: (value: unknown) => ErrorCode | undefined,
): FieldCases => ({
  ...field,
  refused: field.refused.map((each) => ({ ...each, error: codeOf(each.value) ?? each.error })),
});

export const isMissing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && /^[\s\u200B]*$/.test(value));

/** Every text is unique, so that no value is taken. */
let made = 0;
const unlike = (unit: string, length: number): string => {
  made += 1;
  const start = String(made);
  return `${start}${unit.repeat(length - start.length)}`;
};

export const orBlank = (field: FieldCases): FieldCases => ({
  accepted: [...field.accepted, '', '  '],
  refused: field.refused.filter(({ value }) => typeof value !== 'string' || !isMissing(value)),
});

const NO_TEXT = [5, true, [], {}];
const NO_NUMBER = ['5', '', '  ', true, [], {}];

interface Lengths {
  readonly min?: number;
  readonly max?: number;
}

/** Shows nothing: a text of it alone is blank, and at the ends of another it does not count. */
const ZERO_WIDTH_SPACE = '\u200B';

// A wrench is one character of two UTF-16 units.
const lengths = ({ min = 1, max = 255 }: Lengths) => ({
  long: ['x', '🔧'].map((unit) => unlike(unit, max)),
  short: min > 1 ? ['x', '🔧'].map((unit) => unlike(unit, min)) : [],
  tooLong: ['x', '🔧'].map((unit) => unlike(unit, max + 1)),
  tooShort:
    min > 1 ? [unlike('x', min - 1), unlike('🔧', min - 1), ` ${unlike('x', min - 1)} `] : [],
  blank: ['', '   ', ' '.repeat(min), ZERO_WIDTH_SPACE.repeat(min)],
});

export function text(bounds: Lengths = {}): FieldCases {
  const { max = 255 } = bounds;
  const { long, short, tooLong, tooShort, blank } = lengths(bounds);
  return cases(
    [...long, ...short, ` ${unlike('x', max)} `, `${ZERO_WIDTH_SPACE}${unlike('x', max)} \u2060`],
    [...NO_TEXT, ...blank, ...tooLong, ...tooShort],
  );
}

export function optionalText(bounds: Lengths = {}): FieldCases {
  const { long, tooLong, blank } = lengths(bounds);
  return optional(cases([...long, ...blank], [...NO_TEXT, ...tooLong]));
}

export const boundedBytes = (max: number): FieldCases =>
  optional(cases(['', 'é'.repeat(max / 2)], [...NO_TEXT, 'é'.repeat(max / 2 + 1)]));

export const email = (): FieldCases =>
  cases(
    [
      unlike('x', 12).concat('@example.com'),
      ` ${unlike('x', 12)}@example.com `,
      `${unlike('x', 12)}${ZERO_WIDTH_SPACE}@example.com`,
    ],
    [
      ...NO_TEXT,
      ...['', '  ', ZERO_WIDTH_SPACE, 'no address', 'nobody@localhost', '@example.com'],
      ...['a b@example.com', 'a\u00A0b@example.com', `${'x'.repeat(250)}@example.com`],
    ],
  );

export const phone = (): FieldCases =>
  cases(
    [unlike('7', 5), unlike('x', 32), `\u202A${unlike('7', 6)}\u202C`],
    [
      ...NO_TEXT,
      ...['', '   ', '1234', '1'.repeat(33), ZERO_WIDTH_SPACE.repeat(6), '12\u200B\u200B\u200B4'],
    ],
  );

export const oneOf = (words: readonly string[], fitting = words): FieldCases =>
  cases(fitting, [...NO_TEXT, '', '  ', 'unheard of', ...otherSpellings(words)]);

const otherSpellings = (words: readonly string[]): string[] =>
  words.flatMap((word) => [word.toUpperCase(), `${word}s`]).filter((each) => !words.includes(each));

export const integer = (min = 0, max = 2 ** 31 - 1): FieldCases =>
  cases([min, max], [...NO_NUMBER, min - 1, max + 1, 1.5]);

export const measure = (): FieldCases => cases([0, 0.001, 1e9], [...NO_NUMBER, -0.001]);

export const money = (): FieldCases =>
  cases([0, 0.01, 9_999_999.99], [...NO_NUMBER, -0.01, 10_000_000, 1.005]);

export const unitPrice = (): FieldCases =>
  cases(
    [0, 0.0125, 0.000_001, 9_999_999.99],
    [...NO_NUMBER, -0.01, 10_000_000, 0.000_000_1, 1.000_000_5],
  );

export const flag = (): FieldCases => cases([true, false], ['true', '', 0, 1, [], {}]);

const NO_ID = [...NO_NUMBER, 0, -1, 1.5];
const NO_RECORD = [987_654_321, 2 ** 53, 1e20];

export const reference = (unknownRecord: ErrorCode = 'validation_failed'): FieldCases => ({
  accepted: [],
  refused: [
    ...NO_ID.map((value) => at([], value)),
    ...NO_RECORD.map((value) => ({ value, error: unknownRecord, within: [] })),
  ],
});

/** Unknown ids are skipped. */
export const skippedReference = (): FieldCases => cases(NO_RECORD, NO_ID);

export const calendarDate = (): FieldCases =>
  cases(
    ['2026-02-28', '2028-02-29', '0001-01-01', '9999-12-31', ' 2026-02-28 '],
    [
      ...[...NO_TEXT, 20_260_228, '', '2026-02-29', '2026-13-01', '2026-2-1', '0000-12-31'],
      ...['02/28/2026', '2026-02-28T00:00:00Z'],
    ],
  );

const TIMESTAMPS = [
  '2026-03-02',
  '2026-03-02T10:00',
  '2026-03-02 10:00:05',
  '2026-03-02T10:00:05.123456Z',
  '2026-03-02T10:00:05+05:30',
  // Skipped by a change of the clock in New York.
  '2026-03-08 02:30:00',
];
const NO_TIMESTAMPS = [
  '',
  'tomorrow',
  '1767225600',
  '2026-02-30',
  '2026-02-30T10:00:00Z',
  '2026-03-02T25:00:00',
  '2026-03-02  10:00:00',
  '2026-03-02T10:00:05 PM',
  '03/02/2026',
  // In year 10,000.
  '9999-12-31T23:59:59-14:00',
];

export const timestamp = (): FieldCases => cases(TIMESTAMPS, [...NO_TIMESTAMPS, ...NO_TEXT]);

export function array(item: FieldCases, max = 500): FieldCases {
  const [usual] = item.accepted;
  const [odd] = item.refused;
  return {
    accepted: [[], item.accepted, Array<unknown>(max).fill(usual)],
    refused: [
      ...[5, 'x', '', true, {}, Array<unknown>(max + 1).fill(usual), Array<unknown>(max + 1)].map(
        (value) => at([], value),
      ),
      ...[null, ...item.refused.map(({ value }) => value)].map((value) => at(['.0'], [value])),
      // `errors` holds at most 50 entries.
      at(
        Array.from({ length: 50 }, (_, n) => `.${n}`),
        Array<unknown>(max).fill(odd?.value),
      ),
    ],
  };
}

export const objectArray = (
  usual: object,
  fields: Readonly<Record<string, FieldCases>>,
  max: number,
): FieldCases => ({
  accepted: [[], [usual]],
  refused: [
    ...[5, 'x', '', true, {}, Array<unknown>(max + 1).fill(usual)].map((value) => at([], value)),
    ...[null, 5, 'x', []].map((item) => at(['.0'], [item])),
    ...Object.entries(fields).flatMap(([name, field]) =>
      field.refused.map(({ value }) => at([`.0.${name}`], [{ ...usual, [name]: value }])),
    ),
  ],
});

export const wordSet = (words: readonly string[]): FieldCases => ({
  accepted: [words.slice(0, 1), words],
  refused: [
    ...[5, 'x', '', true, {}, []].map((value) => at([], value)),
    ...[null, 5, '', 'unheard of', []].map((value) => at(['.0'], [value])),
    at(['.1'], [words[0], words[0]]),
  ],
});

/** The context's own tests say what it may be. */
export const anything = (): FieldCases => cases([undefined, null, 5, {}], []);

const idsTo = (last: number): string => Array.from({ length: last }, (_, n) => n + 1).join(',');

export const inQuery = {
  required: (field: FieldCases): FieldCases => more(field, [], [undefined]),

  oneOf: (words: readonly string[]): FieldCases =>
    cases(words, ['', ' ', 'unheard of', ...otherSpellings(words)]),

  /** Unknown ids find nothing. */
  id: (): FieldCases =>
    cases(['1', '987654321', '9007199254740993'], ['', 'x', '0', '-1', '01', '1.0', '1e3', ' 1']),

  ids: (): FieldCases =>
    cases(
      ['1', '987654321,1,1', idsTo(100)],
      ['', 'x', '0', '-1', '1.0', '1,', ',1', '1, 2', '1;2', idsTo(101)],
    ),

  page: (): FieldCases =>
    cases(
      ['1', '2', '9007199254740991'],
      ['', 'x', '0', '-1', '01', '1.5', '1e3', ' 1', '9007199254740993', '9'.repeat(30)],
    ),

  perPage: (): FieldCases =>
    cases(
      ['1', '100', '101', '9007199254740993', '1'.padEnd(25, '0')],
      ['', 'x', '0', '-1', '01', '1.5', '1e3', ' 1'],
    ),

  /** An empty one begins; others are given by the list alone. */
  cursor: (): FieldCases =>
    cases([''], [' ', 'x', 'null', 'W10', 'WzEsMl0', '🔧', 'x'.repeat(400), 'x'.repeat(401)]),

  include: (): FieldCases => cases([], ['', 'deleted', 'locations', 'DELETED']),

  text: (): FieldCases =>
    cases(['x', '🔧'.repeat(255), '%', '_', '\\'], ['', '  ', 'x'.repeat(256), '🔧'.repeat(256)]),

  exactText: (): FieldCases =>
    cases(['x', ' x ', '🔧'.repeat(255)], ['', 'x'.repeat(256), '🔧'.repeat(256)]),

  flag: (): FieldCases => cases(['true', 'false'], ['', '1', '0', 'maybe']),

  calendarDate: (): FieldCases =>
    cases(
      ['2026-02-28', '2028-02-29', '0001-01-01', '9999-12-31'],
      ['', 'x', '2026-02-29', '2026-2-1', '0000-12-31', '2026-02-28T10:00:00Z', '2026-02-28 10:00'],
    ),

  timestamp: (): FieldCases => cases(TIMESTAMPS, NO_TIMESTAMPS),
};
