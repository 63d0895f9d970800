/** The form in which texts are compared: NFC with Unicode's simple case folding. */
export function textKey(text: string): string {
  if (IS_ASCII.test(text)) return text.toLowerCase();
  return Array.from(text.normalize('NFC'), fold).join('').normalize('NFC');
}

const IS_ASCII = /^[\0-\x7F]*$/;

const isOneCharacter = (text: string): boolean => text.length === 1 || [...text].length === 1;

/**
 * Simple folding maps one character to one: `ß` is not `ss`. Upper case first, as several lower-case letters
 * share one.
 */
function fold(character: string): string {
  // Only Turkish folding maps it to `i`.
  if (character === 'ı') return character;
  const upper = character.toUpperCase();
  const lower = (isOneCharacter(upper) ? upper : character).toLowerCase();
  return isOneCharacter(lower) ? lower : character;
}
