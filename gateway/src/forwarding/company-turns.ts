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

  function lineOf(companyId: number): Line {
    let line = lines.get(companyId);
    if (!line) {
      line = { underWay: 0, expectedBytes: 0, waiting: waitingLine(longestWaitMs) };
      lines.set(companyId, line);
    }
    return line;
  }

  /** Takes a turn, if one is free. */
  function begin(companyId: number, line: Line): boolean {
    const isFree = unread.hasRoom(companyId, (line.underWay + 1) * line.expectedBytes);
    if (line.underWay >= AT_ONCE || !isFree) return false;
    line.underWay += 1;
    return true;
  }

  function goOn(companyId: number): void {
    const line = lines.get(companyId);
    if (!line) return;
    line.waiting.goOn();
    if (line.underWay === 0 && line.waiting.length() === 0) lines.delete(companyId);
  }
  // A company's share also depends on what the others have.
  unread.onTaken(() => [...lines.keys()].forEach(goOn));

  return {
    take({ companyId, exchange, outlivesClient }) {
      if (exchange.hasLeft && !outlivesClient) throw new ClientLeft();
      const line = lineOf(companyId);
      const { waiting } = line;
      if (waiting.length() === 0 && begin(companyId, line)) return undefined;
      if (waiting.length() >= LARGEST_QUEUE) {
        throw new Error(`Too many calls of company ${companyId} wait for their turn at ${name}.`);
      }
      return waiting.wait(exchange, {
        take: () => begin(companyId, line),
        outlivesClient,
        tooLate: `A call waited for ${longestWaitMs} ms for its turn at ${name}.`,
        gaveUp: () => goOn(companyId),
      });
    },
    giveBack(companyId, answerBytes) {
      const line = lines.get(companyId);
      if (!line) return;
      line.underWay -= 1;
      if (answerBytes !== undefined) line.expectedBytes = answerBytes;
      goOn(companyId);
    },
  };
}
