const GAP = String.raw`(?:[\s_.+-]|%20){0,3}`;

const SECRET_WORDS = [
  'secret',
  `pass${GAP}(?:word|wd|wort|phrase|code)`,
  'pwd',
  'kennwort',
  'token',
  'authorization',
  'headers',
  'credential',
  'cookie',
  'signature',
  `api${GAP}key`,
  `(?:private|access|signing|encryption|session)${GAP}(?:key|id)`,
  `(?:shared|master|account|storage)${GAP}key`,
  String.raw`(?<![a-z])(?:auth|pass|pin|pw|otp|jwt|cvv|cvc)(?![a-z])`,
].join('|');

const OWN_SECRETS = /(svc_(?:live|test)_|whsec_)[\w+/=-]+/gi;
/** Also as forms and addresses spell them. */
const TOKENS =
  /(?:\b|(?<=%[\da-f]{2}))(?:bearer|basic)(?:\s|\+|%20){1,20}(?:[\w.~+/=-]|%2b|%2f|%3d)+/gi;
/** A token without a dot is no JWT; matching it whole keeps the time linear. */
const WEB_TOKENS = /\beyJ[\w-]{5,}(?:\.[\w-]*){0,2}/gi;
const LOGINS = /(:(?:\\{0,64}\/){2})[^\s/@"']{1,300}@/g;
/** A login in a URL inside another one. */
const ENCODED_LOGINS = /((?::|%3a)(?:\/|%2f){2})(?:(?!%2f|%3f|%23)[^\s/@"'&?#]){1,300}(@|%40)/gi;

/** Up to its END, or to the end of the text. */
const PRIVATE_KEYS =
  /(-----BEGIN(?:[ +A-Z\d]|%20){0,60}PRIVATE(?: |\+|%20)KEY(?:[ +A-Z]|%20){0,20}-----)[^]*?(?:-----END(?:[ +A-Z\d]|%20){0,60}-----|$)/gi;

/** May follow the word in a name, such as brackets in a form. */
const REST_OF_NAME = String.raw`(?:[\w.[\]() +-]|%5[bd]){0,40}`;

/**
 * A quoted value to its closing quote, an object or array to the end of the text, else to the
 * next mark. Backslashes allow JSON in JSON.
 */
const VALUE = String.raw`(?:(\\{0,64}")(?:[^"\\]|\\[^])*|(\\{0,64}')(?:[^'\\]|\\[^])*|[[{][^]*|[^\s,;&}\]"'<]+)`;

/**
 * A secret name and its value. It starts at the mark and looks back, because a text has fewer
 * marks than possible names.
 */
const NAMED = new RegExp(
  String.raw`([:=>](?<=(?:${SECRET_WORDS})${REST_OF_NAME}\\{0,64}["']?\s{0,20}[:=>])[:=>]?\s{0,20})${VALUE}`,
  'gi',
);

/** A whole text that is a secret name: "API key", not "Token ring". */
const SECRET_NAME = String.raw`(?:[\w.[\] +-]|%20|%5[bd]){0,40}(?:${SECRET_WORDS})(?:[\w.[\]-]|%5[bd]){0,40}`;
const QUOTE = String.raw`\\{0,64}["']`;
const NAME_OF_PAIR =
  '(?:name|key|field|header|param|parameter|property|attribute|variable|setting|label|id|k|n)';

/** An object, or its part before a nested one. */
const OBJECT_PART = /\{(?:"(?:[^"\\]|\\[^])*"?|[^{}"])*\}?/g;
const NAMES_SECRET = new RegExp(
  String.raw`${NAME_OF_PAIR}${QUOTE}\s{0,20}:\s{0,20}${QUOTE}${SECRET_NAME}${QUOTE}`,
  'i',
);
const NAMES_ANYTHING = new RegExp(
  String.raw`${NAME_OF_PAIR}${QUOTE}\s{0,20}:\s{0,20}${QUOTE}[^"']*["']`,
  'i',
);
const HAS_VALUE = new RegExp(String.raw`(?:value|val|v)${QUOTE}\s{0,20}:`, 'i');
const VALUES = new RegExp(String.raw`(:\s{0,20})${VALUE}`, 'g');
const ONLY_SECRET_NAME = new RegExp(String.raw`^:\s{0,20}["']${SECRET_NAME}$`, 'i');

/** `["password", "x"]`, also with names and values in alternation. */
const LISTED = new RegExp(
  String.raw`([[,]\s{0,20}${QUOTE}${SECRET_NAME}${QUOTE}\s{0,20},\s{0,20})` +
    String.raw`(?:(\\{0,64}")(?:[^"\\]|\\[^])*(?=\\?$|"(?!\s*:))|(\\{0,64}')(?:[^'\\]|\\[^])*(?=\\?$|'(?!\s*:))|[[{][^]*|[^\s,;&}\]"'<]+)`,
  'gi',
);
/** `<name>password</name><value>x`. */
const IN_ELEMENTS = new RegExp(
  String.raw`(>\s{0,20}${SECRET_NAME}\s{0,20}</[^<>]{1,60}>\s{0,20}<[^<>/]{1,60}>)[^<]+`,
  'gi',
);
const IN_FORM = new RegExp(
  String.raw`((?<![a-z])${NAME_OF_PAIR}\]?=${SECRET_NAME}[&;][\w.[\]-]{1,40}=)[^\s&;"'<]+`,
  'gi',
);
const BEFORE_NAME_IN_FORM = new RegExp(
  String.raw`((?:^|[?&;\s])[\w.[\]-]{1,40}=)[^\s&;"'<]+(?=[&;][\w.[\]-]{0,20}(?<![a-z])${NAME_OF_PAIR}\]?=${SECRET_NAME}(?:[\s&;"'<]|$))`,
  'gi',
);
/** A part of a multipart form, to the next boundary. */
const IN_PART = new RegExp(
  String.raw`(name\*?=(?:utf-8'[a-z]*')?["']?${SECRET_NAME}["';\s][^\r\n]{0,200}(?:\r?\n[^\r\n]{1,200}){0,10}?\r?\n\r?\n)[^]*?(?=\r?\n--|$)`,
  'gi',
);

/**
 * Escaped characters in JSON and addresses. Only the first of many backslashes begins an escape,
 * or the time would be quadratic.
 */
const ESCAPED = /(?:(?<!\\)\\+u00|%)([2-7][0-9a-f])/gi;
const PLAIN = /[\w.~-]/;
const PLAIN_BY_CODE: ReadonlyMap<string, string> = new Map(
  Array.from(
    { length: 0x80 },
    (_, code) => [code.toString(16), String.fromCharCode(code)] as const,
  ).filter(([, character]) => PLAIN.test(character)),
);

const HIDDEN = '***';

/**
 * Blanks secrets in any text, even if it is cut off in one, rather too much than too little. Each
 * pattern takes linear time.
 */
export const hideSecrets = (text: string): string =>
  withoutPairs(
    text
      .replace(ESCAPED, (spelt, code: string) => PLAIN_BY_CODE.get(code.toLowerCase()) ?? spelt)
      .replace(OWN_SECRETS, `$1${HIDDEN}`)
      .replace(TOKENS, HIDDEN)
      .replace(WEB_TOKENS, (token) => (token.includes('.') ? HIDDEN : token))
      .replace(LOGINS, `$1${HIDDEN}@`)
      .replace(ENCODED_LOGINS, `$1${HIDDEN}$2`)
      .replace(PRIVATE_KEYS, `$1${HIDDEN}`),
  )
    .replace(IN_PART, `$1${HIDDEN}`)
    .replace(IN_ELEMENTS, `$1${HIDDEN}`)
    .replace(IN_FORM, `$1${HIDDEN}`)
    .replace(BEFORE_NAME_IN_FORM, `$1${HIDDEN}`)
    .replace(LISTED, blanked)
    .replace(NAMED, blanked);

function blanked(_: string, mark: string, quote = '', apostrophe = ''): string {
  return `${mark}${quote}${apostrophe}${HIDDEN}`;
}

/** Blanks the values of pairs with a secret name; a cut-off pair may have one. */
function withoutPairs(text: string): string {
  let shown = '';
  let end = 0;
  for (const { 0: part, index } of text.matchAll(OBJECT_PART)) {
    const before = text.slice(end, index);
    if (NAMES_SECRET.test(before)) return HIDDEN;
    end = index + part.length;
    const isCutOff = end === text.length && !part.endsWith('}');
    const mayNameSecret = isCutOff && HAS_VALUE.test(part) && !NAMES_ANYTHING.test(part);
    const isPair = mayNameSecret || NAMES_SECRET.test(part);
    shown += before + (isPair ? part.replace(VALUES, blankedUnlessName) : part);
    if (isPair && text[end] === '{') return shown + HIDDEN;
  }
  const rest = text.slice(end);
  return NAMES_SECRET.test(rest) ? HIDDEN : shown + rest;
}

const blankedUnlessName = (value: string, ...groups: [string, string?, string?]): string =>
  ONLY_SECRET_NAME.test(value) ? value : blanked(value, ...groups);
