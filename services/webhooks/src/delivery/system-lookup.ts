import { companyShares, fewestFirst } from '@svc/kernel';

type Addresses = Promise<readonly string[]>;

/** Of all companies; one alone has half, which is more names than a hosts file of receivers has. */
const MOST_WAITING = 32;

/**
 * Asks the system for one name at a time, of the companies in turn, and refuses a company's names when
 * too many of its own wait.
 *
 * Its look-ups share two threads with those of our own servers. A name whose servers first answer
 * that it does not exist, and then not at all, would hold a thread for many seconds.
 */
export function systemLookup(
  ask: (host: string) => Addresses,
): (host: string, companyId: number) => Addresses {
  const shares = companyShares(MOST_WAITING);
  const inTurn = fewestFirst(1);
  const waiting = new Map<string, Addresses>();
  return async (host, companyId) => {
    const name = `${companyId} ${host}`;
    const asked = waiting.get(name);
    if (asked) return asked;
    if (!shares.hasRoom(companyId, 1)) throw new Error(`${host} is not in DNS.`);
    shares.take(companyId, 1);
    const answer = inTurn(String(companyId), () => ask(host)).finally(() => {
      shares.giveBack(companyId, 1);
      waiting.delete(name);
    });
    waiting.set(name, answer);
    return answer;
  };
}
