export const FORMATS = ['text', 'json'] as const;
export type Format = (typeof FORMATS)[number];

type Fields = Readonly<Record<string, unknown>>;

/** Prints what a command found or did: one JSON document, or text for people. */
export type Print = (value: object, text?: string) => void;

export const printer =
  (format: Format, write: (text: string) => void): Print =>
  (value, text) => {
    write(`${format === 'json' ? JSON.stringify(value, null, 2) : (text ?? textOf(value))}\n`);
  };

/** A list as a table, anything else a line for each field. */
export const textOf = (value: object): string =>
  Array.isArray(value) ? table(value) : record(value as Fields);

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

function table(rows: readonly Fields[]): string {
  const names = Object.keys(rows[0] ?? {});
  if (names.length === 0) return 'none';
  const lines = [names, ...rows.map((row) => names.map((name) => cell(row[name])))];
  const widths = names.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((text, at) => text.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
