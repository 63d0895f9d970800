/** Parts of names whose values are nobody's business, in JSON, in forms and in addresses. */
const SECRET_WORDS = [
  'secret',
  'passw(?:or)?d',
  'passphrase',
  'pwd',
  'token',
  'authorization',
  'credential',
  'cookie',
  'signature',
  'api[_-]?key',
  '(?:private|access|signing|encryption|session)[_-]?(?:key|id)',
].join('|');

/** API keys and signing secrets, wherever they stand. */
const OWN_SECRETS = /(svc_(?:live|test)_|whsec_)[\w+/=-]+/gi;
/** Of the `Authorization` header, also as forms and addresses spell it. */
const TOKENS =
  /(?:\b|(?<=%[\da-f]{2}))(?:bearer|basic)(?:\s|\+|%20){1,20}(?:[\w.~+/=-]|%2b|%2f|%3d)+/gi;
/** JSON Web Tokens, and what begins like one but has no dot: it is passed over in one step, with all in it. */
const WEB_TOKENS = /\beyJ[\w-]{5,}(?:\.[\w-]*){0,2}/gi;
/** `user:password@` before a host; JSON may escape the slashes. */
const LOGINS = /(:(?:\\{0,64}\/){2})[^\s/@"']{1,300}@/g;
/** The same in an address within another one: a login ends where its path, its query or the next value would begin. */
const ENCODED_LOGINS = /((?::|%3a)(?:\/|%2f){2})(?:(?!%2f|%3f|%23)[^\s/@"'&?#]){1,300}(@|%40)/gi;

/** Behind the word in a name, such as the brackets of a list in a form. */
const REST_OF_NAME = String.raw`(?:[\w.[\]-]|%5[bd]){0,40}`;

/**
 * A name with one of the words, and its value: a quoted one to its closing quote or the end, an object or
 * array to the end, anything else to the next mark. Backslashes are there for JSON within JSON.
 *
 * It begins with the mark between the two and looks back for the name: a text has fewer marks than places
 * where one of the words could begin a name.
 */
const NAMED = new RegExp(
  String.raw`([:=>](?<=(?:${SECRET_WORDS})${REST_OF_NAME}\\{0,64}["']?\s{0,20}[:=>])[:=>]?\s{0,20})` +
    String.raw`(?:(\\{0,64}")(?:[^"\\]|\\[^])*|(\\{0,64}')(?:[^'\\]|\\[^])*|[[{][^]*|[^\s,;&}\]"'<]+)`,
  'gi',
);

/**
 * How JSON and addresses may spell letters, digits and what stands between them. Of many backslashes, only
 * the first begins an escape: to try each would take as many steps as their number squared.
 */
const ESCAPED = /(?:(?<!\\)\\+u00|%)([2-7][0-9a-f])/gi;
const PLAIN = /[\w.~-]/;
/** By their codes in hexadecimal, in small letters; a text may have hundreds. */
const PLAIN_BY_CODE: ReadonlyMap<string, string> = new Map(
  Array.from(
    { length: 0x80 },
    (_, code) => [code.toString(16), String.fromCharCode(code)] as const,
  ).filter(([, character]) => PLAIN.test(character)),
);

const HIDDEN = '***';

/**
 * A text with the values of secrets blanked, also where it is cut off in the middle of one. It hides too
 * much rather than too little, and does not depend on what the text is; each pattern takes time in
 * proportion to the text.
 */
export const withoutSecrets = (text: string): string =>
  text
    .replace(ESCAPED, (spelt, code: string) => PLAIN_BY_CODE.get(code.toLowerCase()) ?? spelt)
    .replace(OWN_SECRETS, `$1${HIDDEN}`)
    .replace(TOKENS, HIDDEN)
    .replace(WEB_TOKENS, (token) => (token.includes('.') ? HIDDEN : token))
    .replace(LOGINS, `$1${HIDDEN}@`)
    .replace(ENCODED_LOGINS, `$1${HIDDEN}$2`)
    .replace(
      NAMED,
      (_, mark: string, quote = '', apostrophe = '') => `${mark}${quote}${apostrophe}${HIDDEN}`,
    );
