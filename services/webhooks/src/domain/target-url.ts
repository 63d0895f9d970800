const MAX_LENGTH = 2_048;
/** The parser silently drops an empty user. */
const USER_PART = /^[a-z]+:\/*[^/?#]*@/i;

/** Returns the parsed address, or a text that says why it is rejected. */
export function readTarget(text: string): URL | string {
  if ([...text].length > MAX_LENGTH) return `must be at most ${MAX_LENGTH} characters long`;
  // The parser silently drops these: the displayed address would differ from the called one.
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

/** 443, which the parser leaves out, or a port above the system services. */
const hasAllowedPort = ({ port }: URL): boolean => port === '' || Number(port) >= FIRST_FREE_PORT;
