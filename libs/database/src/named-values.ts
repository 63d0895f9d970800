/** `companyId` for `:companyId`; quoted text is skipped. */
export type NamesIn<
  Text extends string,
  Found extends string = never,
> = Text extends `${infer Before}'${string}'${infer After}`
  ? NamesIn<After, Found | UnquotedNames<Before>>
  : Found | UnquotedNames<Text>;

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
 * `unknown` where text and values have the same names; otherwise a type that shows the difference in the
 * compiler's message. Fragments need literal types (`as const`).
 */
export type Fitting<Text extends string, Values> = string extends keyof Values
  ? unknown
  : [Exclude<NamesIn<Text>, keyof Values>] extends [never]
    ? [Exclude<keyof Values, NamesIn<Text>>] extends [never]
      ? unknown
      : { readonly 'not in the text': Exclude<keyof Values, NamesIn<Text>> }
    : { readonly 'not among the values': Exclude<NamesIn<Text>, keyof Values> };

// Strings, quoted names, comments, `::`, `:=` and slices (`parts[1:last]`) hold no names.
const NAMES =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[^]*?\*\/|::|:=|(?<![\w)\]]):([a-z]\w*)/gi;

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
