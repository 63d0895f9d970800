import { ClientLeft } from '../admission/read-body';
import type { Exchange } from '../admission/exchange';

/** How many calls of one company may be under way at one service; the rest of its capacity is for the others. */
const AT_ONCE = 32;
/** How many more of its calls may wait; these use memory of the gateway, and nothing of the service. */
const LARGEST_QUEUE = 1_000;

/** A call that asks for its company's turn. */
export interface Asking {
  readonly companyId: number;
  readonly exchange: Exchange;
  /** Whether it goes on when its client has left. */
  readonly outlivesClient: boolean;
}

/** Limits each company's calls at one service, so that no company makes another one wait there. */
export interface CompanyTurns {
  /**
   * Undefined when the call may begin at once, as nearly always; else resolves when it may. Each turn
   * has to be given back.
   *
   * @throws ClientLeft as soon as the client leaves, and an Error when the turn does not come in time
   * or too many calls wait; then there is nothing to give back.
   */
  take(asking: Asking): Promise<void> | undefined;
  giveBack(companyId: number): void;
}

interface Line {
  underWay: number;
  /** What begins each call that waits, in the order in which they came. */
  readonly waiting: Set<() => void>;
}

export function companyTurns(name: string, longestWaitMs: number): CompanyTurns {
  const lines = new Map<number, Line>();

  const wait = ({ waiting }: Line, { exchange, outlivesClient }: Asking): Promise<void> =>
    new Promise((resolve, reject) => {
      const stopWaiting = (): void => {
        clearTimeout(timer);
        waiting.delete(begin);
      };
      const begin = (): void => {
        stopWaiting();
        resolve();
      };
      const giveUp = (error: Error): void => {
        stopWaiting();
        reject(error);
      };
      const timer = setTimeout(
        () => giveUp(new Error(`A call waited for ${longestWaitMs} ms for its turn at ${name}.`)),
        longestWaitMs,
      );
      waiting.add(begin);
      if (!outlivesClient) exchange.whenLeft = () => giveUp(new ClientLeft());
    });

  return {
    take(asking) {
      const { companyId, exchange, outlivesClient } = asking;
      const line = lines.get(companyId);
      if (!line) {
        lines.set(companyId, { underWay: 1, waiting: new Set() });
        return undefined;
      }
      if (line.underWay < AT_ONCE) {
        line.underWay += 1;
        return undefined;
      }
      if (exchange.hasLeft && !outlivesClient) throw new ClientLeft();
      if (line.waiting.size >= LARGEST_QUEUE) {
        throw new Error(`Too many calls of company ${companyId} wait for their turn at ${name}.`);
      }
      return wait(line, asking);
    },
    giveBack(companyId) {
      const line = lines.get(companyId);
      if (!line) return;
      const [next] = line.waiting;
      if (next) next();
      else if (line.underWay > 1) line.underWay -= 1;
      else lines.delete(companyId);
    },
  };
}
