import { LRUCache } from 'lru-cache';

/** The TLS handshake of a connection, in which what the receiver has sent is processed only in its turn. */
export interface Handshake {
  readonly endpointId: number;
  /** Whether there is nothing to process any more: its connection was closed. */
  isOver(): boolean;
  /** Processes what the receiver has sent, and answers whether that has brought it to a connection. */
  process(): boolean;
}

/** The TLS handshakes with the receivers of one company. */
export interface HandshakeTurns {
  /** Has what a receiver has sent processed, at once or when its turn comes. */
  take(handshake: Handshake): void;
  /** Says that a handshake has ended without a connection, in spite of what was processed of it. */
  failed(handshake: Handshake): void;
}

/**
 * A receiver may show certificates of its own making, with keys that are slow to check: 16 KiB of them
 * take up to a tenth of a second of processor time, in which nothing is sent to anybody. Other companies
 * have at least as much of the time as the handshakes of one, and ten times as much as those in vain.
 */
const SHARE_OF_OTHERS = 1;
const SHARE_OF_OTHERS_IN_VAIN = 10;
/** A company's own endpoints in good order wait for no more: they come first after it. */
const LONGEST_PAUSE_MS = 1_000;
/** Endpoints; beyond it, the one whose handshake is longest ago is forgotten. */
const REMEMBERED = 10_000;

/**
 * Shares out the processor time of handshakes: what a company's receivers have sent is processed one after
 * another, with a pause after each that is the longer the longer it took. The endpoints whose last handshake
 * led to a connection come first, and those that never had one before those for which it was in vain.
 * Connections that are kept need no handshake.
 */
export function handshakeTurns(
  now = () => performance.now(),
): (companyId: number) => HandshakeTurns {
  /** By company, what waits for the end of its pause; nothing where there is none. */
  const waiting = new Map<number, Set<Handshake>>();
  /** How many handshakes of an endpoint were in vain since the last one that was not; one if there was none. */
  const misses = new LRUCache<number, number>({ max: REMEMBERED });
  const missesOf = ({ endpointId }: Handshake): number => misses.get(endpointId) ?? 1;

  function takeTurn(companyId: number, handshake: Handshake): void {
    if (!waiting.has(companyId)) waiting.set(companyId, new Set());
    const beganMs = now();
    const isConnected = handshake.process();
    const tookMs = now() - beganMs;
    if (isConnected) misses.set(handshake.endpointId, 0);
    const share = isConnected ? SHARE_OF_OTHERS : SHARE_OF_OTHERS_IN_VAIN;
    setTimeout(goOn, Math.min(tookMs * share, LONGEST_PAUSE_MS), companyId).unref();
  }

  function goOn(companyId: number): void {
    const others = waiting.get(companyId) ?? new Set();
    const next = nextOf(others);
    if (!next) waiting.delete(companyId);
    else {
      others.delete(next);
      takeTurn(companyId, next);
    }
  }

  function nextOf(others: Set<Handshake>): Handshake | undefined {
    let next: Handshake | undefined;
    for (const each of others) {
      if (each.isOver()) others.delete(each);
      else if (!next || missesOf(each) < missesOf(next)) next = each;
    }
    return next;
  }

  return (companyId) => ({
    take(handshake) {
      const others = waiting.get(companyId);
      if (others) others.add(handshake);
      else takeTurn(companyId, handshake);
    },
    failed: (handshake) => void misses.set(handshake.endpointId, missesOf(handshake) + 1),
  });
}
