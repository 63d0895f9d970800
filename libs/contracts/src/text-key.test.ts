import { textKey } from './text-key';

it.each([
  ['Filter', 'FILTER'],
  ['ΟΔΟΣ', 'οδος'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['Ölpumpe', 'O\u0308LPUMPE'],
  ['é', 'E\u0301'],
  ['ſ', 'S'],
  ['\u212A', 'k'],
  ['\u00B5', '\u03BC'],
  ['ẞ', 'ß'],
  ['Ǆ', 'ǅ'],
  ['ẛ\u0323', 'Ṩ'],
  ['\u{10400}', '\u{10428}'],
  ['İ9', 'I\u03079'],
])('%j and %j are the same', (one, other) => {
  expect(textKey(one)).toBe(textKey(other));
});

it.each([
  ['İ9', 'i9'],
  ['ı', 'i'],
  ['ß', 'ss'],
  ['ﬁ', 'fi'],
  ['é', 'e'],
  ['²', '2'],
])('%j and %j are not', (one, other) => {
  expect(textKey(one)).not.toBe(textKey(other));
});

/** Regular expressions with `iu` match but do not return the folding. */
it('folds each character as Unicode does', () => {
  const wrong: string[] = [];
  for (let code = 0; code <= 0x1_ff_ff; code += 1) {
    if (code >= 0xd8_00 && code <= 0xdf_ff) continue;
    const character = String.fromCodePoint(code);
    // NFC replaces it before folding.
    if (character.normalize('NFC') !== character) continue;
    const key = textKey(character);
    if (new Set([key, character, character.toLowerCase(), character.toUpperCase()]).size === 1)
      continue;
    const isSame = new RegExp(String.raw`^\u{${code.toString(16)}}$`, 'iu');
    const others = [character.toLowerCase(), character.toUpperCase()].filter(
      (each) => each.normalize('NFC') === each && isSame.test(each),
    );
    if (!isSame.test(key) || others.some((other) => textKey(other) !== key)) wrong.push(character);
  }
  expect(wrong).toEqual([]);
});

it('is its own key', () => {
  for (let code = 0; code <= 0x1_ff_ff; code += 1) {
    if (code >= 0xd8_00 && code <= 0xdf_ff) continue;
    const key = textKey(String.fromCodePoint(code));
    if (textKey(key) !== key) throw new Error(`${code.toString(16)} has the key ${key}.`);
  }
});
