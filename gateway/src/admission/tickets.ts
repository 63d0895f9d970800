import { CONTEXTS, DomainError, type Context } from '@svc/contracts';
import { createFairShare, createFairQueue } from '@svc/kernel';
import type { Exchange } from './exchange';
import { measureBody, ClientLeft } from './read-body';

const MAX_PER_COMPANY = 40;
/** A service that hangs leaves the company slots for the others. */
const MAX_PER_SERVICE = 32;
/** Bodies and responses of all companies: half of the process's memory in `deploy`. */
const MAX_BYTES = 192 * 1024 * 1024;
const MAX_WAITING = 2_000;

/**
 * Fairness between companies: an admitted request holds a ticket from before its body is read
 * until its client has received the response or left. A ticket is
 *
 * - one of the company's 40 slots, at most 32 of them at one service, and
 * - memory for a body over 16 KiB, then for the response. All companies share 192 MiB; each may hold
 *   no more than it leaves free.
 *
 * Others wait, first in, first out for each company and service; these queues are served in turn.
 */
export interface Tickets {
  /**
   * Returns undefined if the request gets its ticket at once, as nearly always.
   *
   * @throws ClientLeft when the client leaves; after the wait, 408 for a large body, else an
   * Error (500).
   */
  acquire(exchange: Exchange, companyId: number, service: Context): Promise<void> | undefined;
}

const toQueueId = (companyId: number, service: Context): number =>
  companyId * CONTEXTS.length + CONTEXTS.indexOf(service);
const toCompanyId = (queueId: number): number => Math.floor(queueId / CONTEXTS.length);

export function createTickets(maxWaitMs: number): Tickets {
  const perCompany = createFairShare<number>(Infinity, MAX_PER_COMPANY);
  const perService = createFairShare<number>(Infinity, MAX_PER_SERVICE);
  const memory = createFairShare<number>(MAX_BYTES);

  const queue = createFairQueue<number>({
    resource: {
      acquire(queueId, bytes) {
        const companyId = toCompanyId(queueId);
        if (!perCompany.acquire(companyId, 1)) return false;
        if (perService.acquire(queueId, 1)) {
          if (memory.acquire(companyId, bytes)) return true;
          perService.release(queueId, 1);
        }
        perCompany.release(companyId, 1);
        return false;
      },
      release(queueId, bytes) {
        perCompany.release(toCompanyId(queueId), 1);
        perService.release(queueId, 1);
        memory.release(toCompanyId(queueId), bytes);
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

  function issueTicket(exchange: Exchange, queueId: number, bodyBytes: number): void {
    let held = bodyBytes;
    exchange.ticket = {
      reserveResponse(bytes) {
        const companyId = toCompanyId(queueId);
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
      release: () => queue.release(queueId, held),
    };
  }

  async function wait(exchange: Exchange, queueId: number, bytes: number): Promise<void> {
    if (exchange.hasLeft) throw new ClientLeft();
    const leaving = new AbortController();
    exchange.onLeft = () => leaving.abort(new ClientLeft());
    await queue.wait(queueId, bytes, leaving.signal);
    issueTicket(exchange, queueId, bytes);
  }

  return {
    acquire(exchange, companyId, service) {
      const queueId = toQueueId(companyId, service);
      const bytes = measureBody(exchange.request);
      if (!queue.acquire(queueId, bytes)) return wait(exchange, queueId, bytes);
      issueTicket(exchange, queueId, bytes);
      return undefined;
    },
  };
}
