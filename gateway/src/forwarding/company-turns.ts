import { BODY_LIMIT_BYTES } from '@svc/contracts';
import { ClientLeft } from '../admission/read-body';
import type { Exchange } from '../admission/exchange';
import type { UnreadAnswers } from '../admission/unread-answers';
import { waitingLine, type WaitingLine } from '../admission/waiting-line';

/** How many calls of one company may be under way at one service; the rest of its capacity is for the others. */
const AT_ONCE = 32;
/**
 * How many bytes the large bodies of those calls may have in sum: as many as one body. To read one
 * occupies the service for about 5 ms, so that a call of another company might wait for 32 of them at each
 * of its steps.
 */
const LARGE_BYTES_AT_ONCE = BODY_LIMIT_BYTES;
/** Calls with large bodies have half of the turns at most, so that the others go on. */
const SMALL_BYTES = LARGE_BYTES_AT_ONCE / (AT_ONCE / 2);
/** How many more of its calls may wait; these use memory of the gateway, and nothing of the service. */
const LARGEST_QUEUE = 1_000;

/** A call that asks for its company's turn. */
export interface Asking {
  readonly companyId: number;
  readonly exchange: Exchange;
  readonly body: Buffer | undefined;
  /** Whether it goes on when its client has left. */
  readonly outlivesClient: boolean;
}

/**
 * Limits each company's calls at one service, by their number and by the size of their bodies, so that
 * no company makes another one wait there. None begins while the company's clients leave so many answers
 * unread that another one may have no room.
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
  giveBack(asking: Asking, answerBytes?: number): void;
}

interface Line {
  underWay: number;
  /** Of the large bodies under way. */
  largeBytes: number;
  /** The size of the latest answer, which is expected of each call under way. */
  expectedBytes: number;
  readonly waiting: WaitingLine;
  /** Those with large bodies, which keep no other call waiting. */
  readonly waitingLarge: WaitingLine;
}

/** What a body counts of the bytes that large ones may have. */
function largeBytesOf({ body }: Asking): number {
  const bytes = body?.length ?? 0;
  return bytes > SMALL_BYTES ? bytes : 0;
}

export interface CompanyTurnsSettings {
  /** Of the service. */
  readonly name: string;
  readonly longestWaitMs: number;
  readonly unread: UnreadAnswers;
}

const lengthOf = ({ waiting, waitingLarge }: Line): number =>
  waiting.length() + waitingLarge.length();

export function companyTurns({ name, longestWaitMs, unread }: CompanyTurnsSettings): CompanyTurns {
  const lines = new Map<number, Line>();

  function lineOf(companyId: number): Line {
    let line = lines.get(companyId);
    if (!line) {
      line = {
        underWay: 0,
        largeBytes: 0,
        expectedBytes: 0,
        waiting: waitingLine(longestWaitMs),
        waitingLarge: waitingLine(longestWaitMs),
      };
      lines.set(companyId, line);
    }
    return line;
  }

  /** Takes a turn, if one is free. */
  function begin(companyId: number, line: Line, largeBytes: number): boolean {
    const isFree = unread.hasRoom(companyId, (line.underWay + 1) * line.expectedBytes);
    if (line.underWay >= AT_ONCE || !isFree) return false;
    if (largeBytes > 0 && line.largeBytes + largeBytes > LARGE_BYTES_AT_ONCE) return false;
    line.underWay += 1;
    line.largeBytes += largeBytes;
    return true;
  }

  function goOn(companyId: number): void {
    const line = lines.get(companyId);
    if (!line) return;
    // First, for of the turns they can only have a half.
    line.waitingLarge.goOn();
    line.waiting.goOn();
    if (line.underWay === 0 && lengthOf(line) === 0) lines.delete(companyId);
  }
  // A company's share also depends on what the others have.
  unread.onTaken(() => [...lines.keys()].forEach(goOn));

  return {
    take(asking) {
      const { companyId, exchange, outlivesClient } = asking;
      if (exchange.hasLeft && !outlivesClient) throw new ClientLeft();
      const line = lineOf(companyId);
      const largeBytes = largeBytesOf(asking);
      const waiting = largeBytes > 0 ? line.waitingLarge : line.waiting;
      if (waiting.length() === 0 && begin(companyId, line, largeBytes)) return undefined;
      if (lengthOf(line) >= LARGEST_QUEUE) {
        throw new Error(`Too many calls of company ${companyId} wait for their turn at ${name}.`);
      }
      return waiting.wait(exchange, {
        take: () => begin(companyId, line, largeBytes),
        outlivesClient,
        tooLate: () => new Error(`A call waited for ${longestWaitMs} ms for its turn at ${name}.`),
        gaveUp: () => goOn(companyId),
      });
    },
    giveBack(asking, answerBytes) {
      const { companyId } = asking;
      const line = lines.get(companyId);
      if (!line) return;
      line.underWay -= 1;
      line.largeBytes -= largeBytesOf(asking);
      if (answerBytes !== undefined) line.expectedBytes = answerBytes;
      goOn(companyId);
    },
  };
}
