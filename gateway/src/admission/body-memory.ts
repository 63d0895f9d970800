import { DomainError } from '@svc/contracts';
import { fairShares } from '@svc/kernel';
import { bodyBytes, READ_IN_ANY_CASE_BYTES } from './check-framing';
import type { Exchange, PublicRequest } from './exchange';
import { isWrite } from './read-body';
import { waitingLine, type WaitingLine } from './waiting-line';

/** Of all companies together: a sixth of the memory that `deploy` gives the process. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * The memory for the bodies of writes, from before one is read until its request is answered. A body
 * for which there is no room waits at its client, who may have announced much and send it slowly.
 */
export interface BodyMemory {
  /**
   * Takes the room that a request's body needs, which has to be given back.
   *
   * @param bytes as `bytesOfBody` answers
   * @returns undefined when it may be read at once, as nearly always; else resolves when it may.
   * @throws ClientLeft as soon as the client leaves, and 408 when there is no room in time; then there is
   * nothing to give back.
   */
  take(companyId: number, bytes: number, exchange: Exchange): Promise<void> | undefined;
  giveBack(companyId: number, bytes: number): void;
}

/** No fault of ours: only a company's own bodies can take all of its share. */
const tooLate = () =>
  new DomainError(
    'request_timeout',
    'The body could not be read in time: the bodies of other requests take the memory for them.',
  );

export function bodyMemory(longestWaitMs: number): BodyMemory {
  const memory = fairShares<number>(MOST_BYTES);
  /** Of the companies that wait. */
  const lines = new Map<number, WaitingLine>();

  /** A company's share also depends on what the others have. */
  function goOn(): void {
    for (const [companyId, line] of lines) {
      line.goOn();
      if (line.length() === 0) lines.delete(companyId);
    }
  }

  return {
    take(companyId, bytes, exchange) {
      if (bytes === 0) return undefined;
      const take = (): boolean => memory.take(companyId, bytes);
      const line = lines.get(companyId) ?? waitingLine(longestWaitMs);
      if (line.length() === 0 && take()) return undefined;
      lines.set(companyId, line);
      return line.wait(exchange, {
        take,
        outlivesClient: false,
        tooLate,
        gaveUp: goOn,
      });
    },
    giveBack(companyId, bytes) {
      memory.giveBack(companyId, bytes);
      goOn();
    },
  };
}

/**
 * The room that a body needs, by what its headers say of it. Once a request is forwarded, it has the
 * headers that its service gets, which say something else.
 */
export function bytesOfBody(request: PublicRequest): number {
  if (!isWrite(request)) return 0;
  const bytes = bodyBytes(request);
  return bytes <= READ_IN_ANY_CASE_BYTES ? 0 : bytes;
}
