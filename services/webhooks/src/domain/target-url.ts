export const MAX_URL_LENGTH = 2_048;
/** The parser silently drops an empty user. */
const USER_PART = /^[a-z]+:\/*[^/?#]*@/i;

/** Returns a text that says why the address is rejected. */
export function parseTarget(text: string): URL | string {
  if ([...text].length > MAX_URL_LENGTH) return `must be at most ${MAX_URL_LENGTH} characters long`;
  // The parser drops these: the displayed address would differ from the called one.
  if (/[\s\p{Cc}\\]/u.test(text))
    return 'must not contain spaces, control characters or backslashes';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) return 'must be an absolute URL';
  if (url.protocol !== 'https:') return 'must be an https address';
  if (url.username || url.password || USER_PART.test(text))
    return 'must not contain a user name or password';
  if (!hasAllowedPort(url)) return 'must use port 443 or a port from 1024 to 65535';
  return url;
}

const FIRST_FREE_PORT = 1_024;

const hasAllowedPort = ({ port }: URL): boolean => port === '' || Number(port) >= FIRST_FREE_PORT;
