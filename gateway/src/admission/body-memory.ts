import { BODY_LIMIT_BYTES } from '@svc/contracts';
import { companyMemory } from './company-memory';
import type { Exchange, PublicRequest } from './exchange';
import { hasBody } from './read-body';
import { waitingLine, type WaitingLine } from './waiting-line';

/** Of all companies together: a sixth of the memory that `deploy` gives the process. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Node.js reads as much of a connection in any case. */
const SMALL_BYTES = 16 * 1024;

/**
 * The memory for the bodies of writes, from before one is read until its request is answered. A body
 * for which there is no room waits at its client, who may have announced much and send it slowly.
 */
export interface BodyMemory {
  /**
   * Takes the room that a request's body needs, which has to be given back.
   *
   * @returns undefined when it may be read at once, as nearly always; else resolves when it may.
   * @throws ClientLeft as soon as the client leaves, and an Error when there is no room in time; then
   * there is nothing to give back.
   */
  take(companyId: number, exchange: Exchange): Promise<void> | undefined;
  /** @param bytes as `bytesOfBody` answered before the room was taken */
  giveBack(companyId: number, bytes: number): void;
}

export function bodyMemory(longestWaitMs: number): BodyMemory {
  const memory = companyMemory(MOST_BYTES);
  /** Of the companies that wait. */
  const lines = new Map<number, WaitingLine>();

  function takeIfRoom(companyId: number, { request }: Exchange): boolean {
    const bytes = bytesOfBody(request);
    if (!memory.hasRoom(companyId, bytes)) return false;
    memory.take(companyId, bytes);
    return true;
  }

  /** A company's share also depends on what the others have. */
  function beginWaiting(): void {
    for (const [companyId, { turns }] of lines) {
      for (const { exchange, begin } of turns) {
        if (!takeIfRoom(companyId, exchange)) break;
        begin();
      }
      if (turns.size === 0) lines.delete(companyId);
    }
  }

  return {
    take(companyId, exchange) {
      if (bytesOfBody(exchange.request) === 0) return undefined;
      const line = lines.get(companyId) ?? waitingLine(longestWaitMs);
      if (line.turns.size === 0 && takeIfRoom(companyId, exchange)) return undefined;
      lines.set(companyId, line);
      return line.wait(exchange, {
        outlivesClient: false,
        tooLate: `There was no room for a body of company ${companyId} within ${longestWaitMs} ms.`,
        gaveUp: beginWaiting,
      });
    },
    giveBack(companyId, bytes) {
      memory.giveBack(companyId, bytes);
      beginWaiting();
    },
  };
}

/**
 * The room that a body needs, by what its headers say of it. Once a request is forwarded, it has the
 * headers that its service gets, which say something else.
 */
export function bytesOfBody(request: PublicRequest): number {
  if (!hasBody(request)) return 0;
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (encoding !== undefined) return BODY_LIMIT_BYTES;
  const bytes = Number(length ?? 0);
  return bytes <= SMALL_BYTES ? 0 : bytes;
}
