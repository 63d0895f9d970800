import stringWidth from 'string-width';

export const FORMATS = ['text', 'json'] as const;
export type Format = (typeof FORMATS)[number];

type Fields = Readonly<Record<string, unknown>>;

export type Print = (value: object, text?: string) => void;

interface Page {
  readonly write: (text: string) => void;
  readonly columns: number | undefined;
}

/** An `indent` of 0 prints each JSON document on one line. */
export const createPrinter =
  (format: Format, { write, columns }: Page, indent = 2): Print =>
  (value, text) => {
    const json = (): string => JSON.stringify(value, null, indent);
    write(`${format === 'json' ? json() : (text ?? formatText(value, columns))}\n`);
  };

export const formatText = (value: object, columns?: number): string =>
  Array.isArray(value) ? table(value, columns) : record(value as Fields);

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (Array.isArray(value)) return value.map(cell).join(' ') || '-';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const record = (fields: Fields): string => {
  const width = Math.max(...Object.keys(fields).map((name) => name.length));
  return Object.entries(fields)
    .map(([name, value]) => `${name.padEnd(width)}  ${cell(value)}`)
    .join('\n');
};

const GAP = '  ';
const CUT = '…';

/** If a line is too wide, the widest cells are cut first. */
export function table(rows: readonly Fields[], columns = Infinity): string {
  const names = Object.keys(rows[0] ?? {});
  if (names.length === 0) return 'none';
  const lines = [names, ...rows.map((row) => names.map((name) => oneLine(cell(row[name]))))];
  const wanted = names.map((_, at) => Math.max(...lines.map((line) => widthOf(line[at] ?? ''))));
  const widths = narrowed(wanted, columns - GAP.length * (names.length - 1));
  return lines
    .map((line) =>
      line
        .map((text, at) => padded(text, widths[at] ?? 0))
        .join(GAP)
        .trimEnd(),
    )
    .join('\n');
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

function narrowed(widths: readonly number[], room: number): number[] {
  const left = [...widths];
  for (let over = sum(left) - room; over > 0; over -= 1) {
    const widest = Math.max(...left);
    if (widest <= 1) break;
    left[left.lastIndexOf(widest)] = widest - 1;
  }
  return left;
}

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, each) => total + each, 0);

function padded(text: string, width: number): string {
  const shown = cut(text, width);
  return shown + ' '.repeat(Math.max(0, width - widthOf(shown)));
}

function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let shown = '';
  let taken = widthOf(CUT);
  for (const character of charactersOf(text)) {
    taken += widthOfCharacter(character);
    if (taken > width) break;
    shown += character;
  }
  return shown + CUT;
}

const segmenter = new Intl.Segmenter();

/** Graphemes: a flag is one character of several code points. */
const charactersOf = (text: string): string[] =>
  [...segmenter.segment(text)].map(({ segment }) => segment);

const IS_EMOJI = /\p{Emoji_Presentation}|\u{FE0F}/u;

/** Node.js knows the width of more emoji than the package. */
const widthOfCharacter = (character: string): number =>
  IS_EMOJI.test(character) ? 2 : stringWidth(character);

/** ASCII takes one column per character. */
const IS_PLAIN = /^[ -~]*$/;

const widthOf = (text: string): number =>
  IS_PLAIN.test(text) ? text.length : sum(charactersOf(text).map(widthOfCharacter));
