/** The names of the values in an SQL text, `:companyId` as `companyId`; quoted text is skipped. */
export type NamesIn<
  Text extends string,
  Found extends string = never,
> = Text extends `${infer Before}'${string}'${infer After}`
  ? NamesIn<After, Found | UnquotedNames<Before>>
  : Found | UnquotedNames<Text>;

/** The text after each colon, except for those of casts (`::`). */
type UnquotedNames<
  Text extends string,
  Found extends string = never,
> = Text extends `${string}:${infer After}`
  ? After extends `:${infer Rest}`
    ? UnquotedNames<Rest, Found>
    : UnquotedNames<After, Found | Exclude<FirstWord<After>, ''>>
  : Found;

type FirstWord<
  Text extends string,
  Word extends string = '',
> = Text extends `${infer First}${infer Rest}`
  ? Lowercase<First> extends WordCharacter
    ? FirstWord<Rest, `${Word}${First}`>
    : Word
  : Word;

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
type Letter =
  | ('a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h' | 'i' | 'j' | 'k' | 'l' | 'm')
  | ('n' | 'o' | 'p' | 'q' | 'r' | 's' | 't' | 'u' | 'v' | 'w' | 'x' | 'y' | 'z');
type WordCharacter = Letter | '_' | `${Digit}`;

/**
 * Anything where a text names just these values; otherwise an object, which no text is, that says in the
 * compiler's message which names do not agree.
 *
 * Parts of a text whose type is `string` hide the names in them: they are made literal with `as const`.
 * A text that is put together at run time takes a record of values by any name.
 */
export type Fitting<Text extends string, Values> = string extends keyof Values
  ? unknown
  : [Exclude<NamesIn<Text>, keyof Values>] extends [never]
    ? [Exclude<keyof Values, NamesIn<Text>>] extends [never]
      ? unknown
      : { readonly 'not in the text': Exclude<keyof Values, NamesIn<Text>> }
    : { readonly 'not among the values': Exclude<NamesIn<Text>, keyof Values> };

// Strings, quoted names, comments, `::` and `:=` are matched as a whole, so that nothing inside them is
// taken for a name. Neither is the end of a slice, `parts[1:last]`.
const NAMES =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[^]*?\*\/|::|:=|(?<![\w)\]]):([a-z]\w*)/gi;

/** The text with `$1`, `$2`, … in place of its names, and the names in that order. */
export function toPositions(text: string): {
  readonly text: string;
  readonly names: readonly string[];
} {
  const names: string[] = [];
  const positional = text.replaceAll(NAMES, (part, name: string | undefined) => {
    if (name === undefined) return part;
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return { text: positional, names };
}
