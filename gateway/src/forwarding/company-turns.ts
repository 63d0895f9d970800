import { ClientLeft } from '../admission/read-body';
import type { Exchange } from '../admission/exchange';
import type { UnreadAnswers } from '../admission/unread-answers';
import { waitingLine, type WaitingLine } from '../admission/waiting-line';

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

/**
 * Limits each company's calls at one service, so that no company makes another one wait there. None
 * begins while the company's clients leave so many answers unread that another one may have no room.
 */
export interface CompanyTurns {
  /**
   * Undefined when the call may begin at once, as nearly always; else resolves when it may. Each turn
   * has to be given back.
   *
   * @throws ClientLeft as soon as the client leaves, and an Error when the turn does not come in time
   * or too many calls wait; then there is nothing to give back.
   */
  take(asking: Asking): Promise<void> | undefined;
  /** @param answerBytes of the answer, if there is one */
  giveBack(companyId: number, answerBytes?: number): void;
}

interface Line {
  underWay: number;
  /** The size of the latest answer, which is expected of each call under way. */
  expectedBytes: number;
  readonly waiting: WaitingLine;
}

export interface CompanyTurnsSettings {
  /** Of the service. */
  readonly name: string;
  readonly longestWaitMs: number;
  readonly unread: UnreadAnswers;
}

export function companyTurns({ name, longestWaitMs, unread }: CompanyTurnsSettings): CompanyTurns {
  const lines = new Map<number, Line>();

  const mayBegin = (companyId: number, { underWay, expectedBytes }: Line): boolean =>
    underWay < AT_ONCE && unread.hasRoom(companyId, (underWay + 1) * expectedBytes);

  function beginWaiting(companyId: number): void {
    const line = lines.get(companyId);
    if (!line) return;
    for (const { begin } of line.waiting.turns) {
      if (!mayBegin(companyId, line)) break;
      line.underWay += 1;
      begin();
    }
    if (line.underWay === 0 && line.waiting.turns.size === 0) lines.delete(companyId);
  }
  // A company's share also depends on what the others have.
  unread.onTaken(() => [...lines.keys()].forEach(beginWaiting));

  return {
    take(asking) {
      const { companyId, exchange, outlivesClient } = asking;
      if (exchange.hasLeft && !outlivesClient) throw new ClientLeft();
      let line = lines.get(companyId);
      if (!line) {
        line = { underWay: 0, expectedBytes: 0, waiting: waitingLine(longestWaitMs) };
        lines.set(companyId, line);
      }
      const { waiting } = line;
      if (waiting.turns.size === 0 && mayBegin(companyId, line)) {
        line.underWay += 1;
        return undefined;
      }
      if (waiting.turns.size >= LARGEST_QUEUE) {
        throw new Error(`Too many calls of company ${companyId} wait for their turn at ${name}.`);
      }
      return waiting.wait(exchange, {
        outlivesClient,
        tooLate: `A call waited for ${longestWaitMs} ms for its turn at ${name}.`,
        gaveUp: () => beginWaiting(companyId),
      });
    },
    giveBack(companyId, answerBytes) {
      const line = lines.get(companyId);
      if (!line) return;
      line.underWay -= 1;
      if (answerBytes !== undefined) line.expectedBytes = answerBytes;
      beginWaiting(companyId);
    },
  };
}
