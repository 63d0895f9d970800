type Ask = (host: string) => Promise<readonly string[]>;

/** More names than a hosts file of receivers has. */
const MOST_WAITING = 16;

/**
 * Asks the system for one name at a time, and refuses names when too many wait.
 *
 * Its look-ups share two threads with those of our own servers. A name whose servers first answer
 * that it does not exist, and then not at all, would hold a thread for many seconds.
 */
export function systemLookup(ask: Ask): Ask {
  const waiting = new Map<string, Promise<readonly string[]>>();
  let last: Promise<unknown> = Promise.resolve();
  return async (host) => {
    const asked = waiting.get(host);
    if (asked) return asked;
    if (waiting.size >= MOST_WAITING) throw new Error(`${host} is not in DNS.`);
    const answer = last.then(() => ask(host)).finally(() => waiting.delete(host));
    waiting.set(host, answer);
    last = answer.catch(() => undefined);
    return answer;
  };
}
