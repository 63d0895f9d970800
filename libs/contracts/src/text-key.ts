/**
 * The form of a text by which it is compared and searched, in which neither case nor the way that its letters
 * are composed counts: NFC, with Unicode's simple case folding.
 */
export function textKey(text: string): string {
  if (IS_ASCII.test(text)) return text.toLowerCase();
  return Array.from(text.normalize('NFC'), fold).join('').normalize('NFC');
}

const IS_ASCII = /^[\0-\x7F]*$/;

const isOneCharacter = (text: string): boolean => text.length === 1 || [...text].length === 1;

/**
 * Simple folding keeps a character one: `ß` is not `ss`, and `İ` is no `i` with a dot. Upper case comes
 * first, as several letters share one, such as both forms of a small sigma.
 */
function fold(character: string): string {
  // Its capital is that of `i`, which only Turkish folding goes by.
  if (character === 'ı') return character;
  const upper = character.toUpperCase();
  const lower = (isOneCharacter(upper) ? upper : character).toLowerCase();
  return isOneCharacter(lower) ? lower : character;
}
