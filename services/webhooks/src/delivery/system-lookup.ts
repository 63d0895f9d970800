import { fewestFirst } from '@svc/kernel';

type Addresses = Promise<readonly string[]>;

/** More names than a hosts file of receivers has. */
const MOST_OF_A_COMPANY = 16;
const MOST_WAITING = 2 * MOST_OF_A_COMPANY;

/**
 * Asks the system for one name at a time, of the companies in turn, and refuses names when too many
 * wait.
 *
 * Its look-ups share two threads with those of our own servers. A name whose servers first answer
 * that it does not exist, and then not at all, would hold a thread for many seconds.
 */
export function systemLookup(
  ask: (host: string) => Addresses,
): (host: string, companyId: number) => Addresses {
  const inTurn = fewestFirst({
    atOnce: 1,
    mostWaiting: MOST_WAITING,
    mostOfKey: MOST_OF_A_COMPANY,
    refusal: () => new Error('The name is not in DNS.'),
  });
  const waiting = new Map<string, Addresses>();
  return async (host, companyId) => {
    const name = `${companyId} ${host}`;
    const asked = waiting.get(name);
    if (asked) return asked;
    const answer = inTurn(String(companyId), () => ask(host)).finally(() => waiting.delete(name));
    waiting.set(name, answer);
    return answer;
  };
}
