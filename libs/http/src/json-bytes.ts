// Bytes of JSON in UTF-8.

export const LAST_BLANK = 0x20;
export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_ARRAY = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSE_ARRAY = 0x5d;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;

/** Whether a byte says anything of the structure, where it stands outside a string. */
export const IS_STRUCTURE = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number('",[{]}'.includes(String.fromCharCode(byte))),
);
