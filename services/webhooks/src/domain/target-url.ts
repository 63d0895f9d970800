const MAX_LENGTH = 2_048;
/** An empty one is dropped silently by the parser. */
const USER_PART = /^[a-z]+:\/*[^/?#]*@/i;

/** Reads the address of a receiver, or answers a text that says why it cannot be one. */
export function readTarget(text: string): URL | string {
  if ([...text].length > MAX_LENGTH) return `must be at most ${MAX_LENGTH} characters long`;
  // The URL parser drops these silently, so that the address shown would differ from the one called.
  if (/[\s\p{Cc}\\]/u.test(text)) return 'must not hold blanks, control characters or backslashes';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) return 'must be an absolute URL';
  if (url.protocol !== 'https:') return 'must be an https address';
  if (url.username || url.password || USER_PART.test(text))
    return 'must not hold a user name or password';
  if (!hasAllowedPort(url)) return 'must have port 443 or one from 1024 to 65535';
  return url;
}

const FIRST_FREE_PORT = 1_024;

/** 443, which the parser leaves out, or none of the ports of the system's other services. */
const hasAllowedPort = ({ port }: URL): boolean => port === '' || Number(port) >= FIRST_FREE_PORT;
