import { CONTEXTS, DomainError, type Context } from '@svc/contracts';
import { createFairShare, createFairQueue } from '@svc/kernel';
import type { Exchange } from './exchange';
import { bytesOfBody, ClientLeft } from './read-body';

/** How many requests of one company are under way, at all services together. */
const MAX_PER_COMPANY = 32;
/** How many of them are at one service: one that hangs leaves the company tickets for the others. */
const MAX_PER_SERVICE = 24;
/** The bodies and responses in memory of all companies: half of the memory that `deploy` gives the process. */
const MAX_BYTES = 192 * 1024 * 1024;
/** How many requests wait, of all companies; one alone may have half. */
const MAX_WAITING = 2_000;

/** The fairness between companies: however one company sends or reads, there is room for others. */
export interface Tickets {
  /**
   * Gives a request its company's ticket before its body is read.
   *
   * @returns undefined when it has one at once, as nearly always; else resolves when it has
   * @throws ClientLeft as soon as the client leaves, and 408 (a large body) or an Error when no ticket
   * comes free in time
   */
  acquire(exchange: Exchange, companyId: number, service: Context): Promise<void> | undefined;
}

/** A company's requests to one service wait in one line. */
const lineOf = (companyId: number, service: Context): number =>
  companyId * CONTEXTS.length + CONTEXTS.indexOf(service);
const companyOf = (line: number): number => Math.floor(line / CONTEXTS.length);

export function createTickets(maxWaitMs: number): Tickets {
  const perCompany = createFairShare<number>(Infinity, MAX_PER_COMPANY);
  const perService = createFairShare<number>(Infinity, MAX_PER_SERVICE);
  const memory = createFairShare<number>(MAX_BYTES);

  const queue = createFairQueue<number>({
    resource: {
      acquire(line, bytes) {
        const companyId = companyOf(line);
        if (!perCompany.acquire(companyId, 1)) return false;
        if (perService.acquire(line, 1)) {
          if (memory.acquire(companyId, bytes)) return true;
          perService.release(line, 1);
        }
        perCompany.release(companyId, 1);
        return false;
      },
      release(line, bytes) {
        perCompany.release(companyOf(line), 1);
        perService.release(line, 1);
        memory.release(companyOf(line), bytes);
      },
    },
    maxWaiting: MAX_WAITING,
    maxWaitMs,
    createRejection: (bytes) =>
      bytes > 0
        ? new DomainError(
            'request_timeout',
            'The body could not be read in time: too many other requests of the company are under way.',
          )
        : new Error('Timed out waiting for other requests of the company.'),
  });

  function give(exchange: Exchange, line: number, bodyBytes: number): void {
    let held = bodyBytes;
    exchange.ticket = {
      weighResponse(bytes) {
        const companyId = companyOf(line);
        memory.release(companyId, held);
        held = 0;
        if (!memory.acquire(companyId, bytes)) {
          if (exchange.request.method === 'GET') {
            throw new Error(`Company ${companyId} leaves too many responses unread.`);
          }
          memory.forceAcquire(companyId, bytes);
        }
        held = bytes;
      },
      release: () => queue.release(line, held),
    };
  }

  async function wait(exchange: Exchange, line: number, bytes: number): Promise<void> {
    if (exchange.hasLeft) throw new ClientLeft();
    const leaving = new AbortController();
    exchange.whenLeft = () => leaving.abort(new ClientLeft());
    await queue.wait(line, bytes, leaving.signal);
    give(exchange, line, bytes);
  }

  return {
    acquire(exchange, companyId, service) {
      const line = lineOf(companyId, service);
      const bytes = bytesOfBody(exchange.request);
      if (!queue.acquire(line, bytes)) return wait(exchange, line, bytes);
      give(exchange, line, bytes);
      return undefined;
    },
  };
}
