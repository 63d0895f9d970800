/** How much work a JSON text is, known before anything of it is built. */
export interface JsonSize {
  /** Objects, arrays, strings, numbers, booleans and nulls; keys are none. */
  readonly values: number;
  /** Objects and arrays that stand inside each other, the outermost one included. */
  readonly depth: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LAST_BLANK = 0x20;

const [NOTHING, STRING, NEXT, OPEN, CLOSE] = [0, 1, 2, 3, 4];

/** What a byte says of the structure, where it stands outside a string. */
const MEANING = Uint8Array.from({ length: 256 }, (_, byte) => {
  const meanings: Readonly<Record<string, number>> = {
    '"': STRING,
    ',': NEXT,
    '[': OPEN,
    '{': OPEN,
    ']': CLOSE,
    '}': CLOSE,
  };
  return meanings[String.fromCharCode(byte)] ?? NOTHING;
});

const meaningAt = (text: Uint8Array, at: number): number => MEANING[text[at] ?? 0] ?? NOTHING;

/**
 * Counts the values of a JSON text and how deep they are nested; stops after `mostValues`.
 *
 * Each value is the whole text, the first in its array or object, or follows a comma, so that only
 * few bytes outside strings matter. A text that is no JSON has at least as many values by this
 * count as `JSON.parse` makes of it before it gives up.
 */
export function measureJson(text: Uint8Array, mostValues: number): JsonSize {
  let values = 1;
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length && values <= mostValues; at += 1) {
    const meaning = meaningAt(text, at);
    if (meaning === NOTHING) continue;
    if (meaning === STRING) at = endOfString(text, at);
    else if (meaning === NEXT) values += 1;
    else if (meaning === CLOSE) depth -= 1;
    else {
      depth += 1;
      if (depth > deepest) deepest = depth;
      at = lastBlankAfter(text, at);
      if (meaningAt(text, at + 1) !== CLOSE) values += 1;
    }
  }
  return { values, depth: deepest };
}

/** Where the quote stands that ends the string begun at `start`; past the end without one. */
function endOfString(text: Uint8Array, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const byte = text[at];
    if (byte === QUOTE) return at;
    if (byte === BACKSLASH) at += 1;
  }
  return text.length;
}

/** The last of the blanks that follow `at`; `at` itself where none do. */
function lastBlankAfter(text: Uint8Array, at: number): number {
  let last = at;
  while ((text[last + 1] ?? LAST_BLANK + 1) <= LAST_BLANK) last += 1;
  return last;
}
