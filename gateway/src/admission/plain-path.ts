/**
 * The text of a regular expression for a path of letters, digits and `-._~`, with nothing to decode, no empty
 * segment and none of dots only. Any other spelling could be read differently by a process behind the gateway.
 */
export const PLAIN_PATH = String.raw`(?:\/(?!\.{1,2}(?:[/?]|$))[\w.~-]+)+`;
