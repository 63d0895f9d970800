export interface BodyLine {
  readonly text: string;
  /** The field's path as in field errors, such as `skills.0.skill_name`. */
  readonly path: string;
}

/** Splits JSON into indented lines; undefined if it is not JSON, such as a body that was cut. */
export function parseBodyLines(body: string): readonly BodyLine[] | undefined {
  try {
    return toLines(JSON.parse(body), { path: '', indent: '', name: '' });
  } catch {
    return undefined;
  }
}

interface Place {
  readonly path: string;
  readonly indent: string;
  readonly name: string;
}

function toLines(value: unknown, { path, indent, name }: Place): BodyLine[] {
  const start = `${indent}${name}`;
  if (typeof value !== 'object' || value === null) {
    return [{ text: `${start}${JSON.stringify(value)}`, path }];
  }
  const isList = Array.isArray(value);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  const entries = Object.entries(value);
  if (entries.length === 0) return [{ text: `${start}${open}${close}`, path }];
  const inner = entries.flatMap(([key, part], at) => {
    const lines = toLines(part, {
      path: path === '' ? key : `${path}.${key}`,
      indent: `${indent}  `,
      name: isList ? '' : `${JSON.stringify(key)}: `,
    });
    const last = lines.at(-1);
    if (!last || at === entries.length - 1) return lines;
    return [...lines.slice(0, -1), { ...last, text: `${last.text},` }];
  });
  return [{ text: `${start}${open}`, path }, ...inner, { text: `${indent}${close}`, path: '' }];
}
