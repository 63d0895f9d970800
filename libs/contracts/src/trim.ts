/** Invisible format characters; some of category Cf are visible. */
const INVISIBLE = String.raw`(?![\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}])\p{Cf}`;

const EVERY_INVISIBLE = new RegExp(INVISIBLE, 'gu');
const IS_BLANK = new RegExp(String.raw`^(?:\s|${INVISIBLE})$`, 'u');

const ENDS_WITH_EMOJI = /\p{Extended_Pictographic}\uFE0F?$/u;

/** Names the region of a flag, such as Scotland's. */
const REGION_OF_FLAG = /[\u{E0020}-\u{E007E}]+\u{E007F}/uy;

/** Invisible characters inside stay: they may join letters or emoji. */
export function trimText(text: string): string {
  let start = 0;
  while (start < text.length) {
    const length = blankAt(text, start);
    if (length === 0) break;
    start += length;
  }
  let end = text.length;
  while (end > start) {
    const length = blankAt(text, end - 2) === 2 ? 2 : blankAt(text, end - 1);
    if (length === 0) break;
    end -= length;
  }
  return text.slice(start, end + lengthOfRegion(text, end));
}

/** Code units of the character; 0 if it is visible. */
function blankAt(text: string, at: number): number {
  const code = text.codePointAt(at);
  if (code === undefined) return 0;
  if (code < 0x80) return code === 0x20 || (code >= 0x09 && code <= 0x0d) ? 1 : 0;
  const character = String.fromCodePoint(code);
  return IS_BLANK.test(character) ? character.length : 0;
}

function lengthOfRegion(text: string, end: number): number {
  if (!ENDS_WITH_EMOJI.test(text.slice(Math.max(0, end - 3), end))) return 0;
  REGION_OF_FLAG.lastIndex = end;
  return REGION_OF_FLAG.exec(text)?.[0].length ?? 0;
}

/** For texts without words, such as e-mail addresses. */
export const removeInvisible = (text: string): string =>
  trimText(text.replaceAll(EVERY_INVISIBLE, ''));
