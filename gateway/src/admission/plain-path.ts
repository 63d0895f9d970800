/**
 * Letters, digits and `-._~`, nothing to decode, no empty or dot segment: any other spelling
 * could be read differently behind the gateway.
 */
export const PLAIN_PATH = String.raw`(?:\/(?!\.{1,2}(?:[/?]|$))[\w.~-]+)+`;
