import fc from 'fast-check';
import { removeInvisible, trimText } from './trim';

const ZERO_WIDTH_SPACE = '\u200B';
const LEFT_TO_RIGHT = '\u202A';
const POP = '\u202C';
const SCOTLAND = '🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}';

describe('trimText', () => {
  it.each([
    ['  Ada ', 'Ada'],
    [`${ZERO_WIDTH_SPACE}Ada${ZERO_WIDTH_SPACE}`, 'Ada'],
    [`${ZERO_WIDTH_SPACE} \u00A0${LEFT_TO_RIGHT}Ada${POP} ${ZERO_WIDTH_SPACE}\n`, 'Ada'],
    ['\uFEFFAda\u00AD\u2060', 'Ada'],
    ['Ada\u{E0041}', 'Ada'],
    [ZERO_WIDTH_SPACE.repeat(30), ''],
    [` ${ZERO_WIDTH_SPACE} `, ''],
    ['', ''],
  ])('%j becomes %j', (text, trimmed) => {
    expect(trimText(text)).toBe(trimmed);
  });

  it.each([
    ['a joiner inside a word', 'می\u200Cخواهم'],
    ['joiners inside an emoji', '👩\u200D👩\u200D👧'],
    ['the tags of a flag', SCOTLAND],
    ['a flag before another character', `${SCOTLAND}!`],
    ['a number sign', '\u0600\u0661\u0662'],
    ['an end of ayah', 'آية\u06DD'],
    ['other signs above numbers', '\u{110BD}\u{110CD}\u08E2\u0890\u0891\u070F'],
    ['a variation selector', '❤\uFE0F'],
    ['a composed and a decomposed letter', 'é e\u0301'],
  ])('keeps %s', (_, text) => {
    expect(trimText(text)).toBe(text);
    expect(trimText(` ${ZERO_WIDTH_SPACE}${text}${ZERO_WIDTH_SPACE} `)).toBe(text);
  });

  it('leaves nothing to trim, and a text of nothing visible blank', () => {
    const parts = fc.constantFrom(
      ' ',
      '\u00A0',
      ZERO_WIDTH_SPACE,
      '\u200D',
      SCOTLAND,
      'a',
      '\u{E0061}',
    );
    fc.assert(
      fc.property(
        fc.array(parts).map((all) => all.join('')),
        (text) => {
          const trimmed = trimText(text);
          expect(trimText(trimmed)).toBe(trimmed);
          expect(trimmed === '').toBe(/^[\s\p{Cf}]*$/u.test(text));
        },
      ),
    );
  });
});

describe('withoutInvisible', () => {
  it.each([
    [`${LEFT_TO_RIGHT}+1 212\u200E 555 0147${POP}`, '+1 212 555 0147'],
    [`ada${ZERO_WIDTH_SPACE}@example.com`, 'ada@example.com'],
    [` AB\u00AD-1${ZERO_WIDTH_SPACE} `, 'AB-1'],
    ['\u0600\u0661', '\u0600\u0661'],
  ])('%j becomes %j', (text, rest) => {
    expect(removeInvisible(text)).toBe(rest);
  });
});
