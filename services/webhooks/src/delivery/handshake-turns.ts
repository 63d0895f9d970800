import { atMost } from '@svc/kernel';
import { LRUCache } from 'lru-cache';

/** The TLS handshake of a connection, in which what the receiver has sent is processed only in its turn. */
export interface Handshake {
  readonly endpointId: number;
  /** Whether it takes no turn any more: its connection was closed, or it has waited for too long. */
  isOver(): boolean;
  /** Processes what the receiver has sent, and answers whether that has brought it to a connection. */
  process(): boolean;
}

/** The TLS handshakes with the receivers of one company. */
export interface HandshakeTurns {
  /** Has what a receiver has sent processed, at once or when its turn comes. */
  take(handshake: Handshake): void;
  /** Says that a handshake has ended without a connection. One of which nothing was processed does not count. */
  failed(handshake: Handshake): void;
}

/**
 * A receiver may show certificates of its own making, with keys that are slow to check: 16 KiB of them
 * take up to a tenth of a second of processor time, in which nothing is sent to anybody. Others have as
 * much time as the handshakes of a company take, and ten times as much as those in vain. What takes
 * longer than usual is taken for vain at once, as its receiver may not end it for a long time.
 */
const SHARE_IN_VAIN = 10;
const USUAL_MS = 5;
/** A company's own endpoints in good order wait for no more, whatever else is owed. */
const LONGEST_PAUSE_MS = 1_000;
/** What has ended in vain is forgotten after a minute, however much it was. */
const MOST_OWED_MS = 60_000;
/** Each fourth turn is for what has waited longest: others might come first for ever. */
const LONGEST_WAITING_EVERY = 4;
/** Endpoints; beyond it, the one whose handshake is longest ago is forgotten. */
const REMEMBERED = 10_000;

/** A company of which something waits, or that has to leave time to others. */
interface Company {
  /** The longest waiting first. */
  readonly waiting: Set<Handshake>;
  owedMs: number;
  turns: number;
}

/** What others have for a handshake that has taken so much, as long as it has not failed. */
const owedFor = (spentMs: number): number =>
  spentMs + (SHARE_IN_VAIN - 1) * Math.max(spentMs - USUAL_MS, 0);

/** Unlike a clock's, it is the same on a busy machine. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/**
 * Shares out the processor time of handshakes: what a company's receivers have sent is processed one after
 * another, with a pause after each that is the longer the longer it took. The endpoints whose last handshake
 * led to a connection come first, and need not wait for more than a second of pauses; those that never had
 * one come before those for which it was in vain. Of
 * these, handshakes that have begun come first, and then what has waited longest. Connections that are kept
 * need no handshake.
 */
export function handshakeTurns(spentMs = processorMs): (companyId: number) => HandshakeTurns {
  const companies = new Map<number, Company>();
  /** By handshake that has begun, the time that it has taken. */
  const begun = new WeakMap<Handshake, number>();
  /** How many handshakes of an endpoint were in vain since the last one that was not; one if there was none. */
  const misses = new LRUCache<number, number>(atMost(REMEMBERED));
  const missesOf = ({ endpointId }: Handshake): number => misses.get(endpointId) ?? 1;
  const isInOrder = (handshake: Handshake): boolean => missesOf(handshake) === 0;

  function takeTurn(companyId: number, company: Company, handshake: Handshake): void {
    const beganAtMs = spentMs();
    const isConnected = handshake.process();
    const before = begun.get(handshake) ?? 0;
    const spent = before + spentMs() - beganAtMs;
    begun.set(handshake, spent);
    if (isConnected) misses.set(handshake.endpointId, 0);
    owe(company, owedFor(spent) - owedFor(before));
    pause(companyId, company);
  }

  function owe(company: Company, ms: number): void {
    company.owedMs = Math.min(company.owedMs + ms, MOST_OWED_MS);
  }

  /** Leaves others what the company owes them; after the longest pause, endpoints in good order go on. */
  function pause(companyId: number, company: Company, pausedMs = 0): void {
    const pauseMs = Math.min(company.owedMs, LONGEST_PAUSE_MS - pausedMs);
    const goOn = (): void => {
      company.owedMs -= pauseMs;
      // A handshake may have failed meanwhile.
      const owesNothing = company.owedMs === 0;
      const isOver = owesNothing || pausedMs + pauseMs >= LONGEST_PAUSE_MS;
      const mayHave = owesNothing ? () => true : isInOrder;
      const next = isOver ? takeNext(company, mayHave) : undefined;
      if (next) takeTurn(companyId, company, next);
      else if (company.owedMs > 0) pause(companyId, company, isOver ? 0 : pausedMs + pauseMs);
      else companies.delete(companyId);
    };
    setTimeout(goOn, pauseMs).unref();
  }

  function takeNext(
    company: Company,
    mayHaveTurn: (handshake: Handshake) => boolean,
  ): Handshake | undefined {
    const { waiting } = company;
    company.turns += 1;
    const isForLongest = company.turns % LONGEST_WAITING_EVERY === 0;
    let next: Handshake | undefined;
    for (const each of waiting) {
      if (each.isOver()) waiting.delete(each);
      else if (!mayHaveTurn(each)) continue;
      else if (!next || (!isForLongest && comesBefore(each, next))) next = each;
    }
    if (next) waiting.delete(next);
    return next;
  }

  function comesBefore(one: Handshake, other: Handshake): boolean {
    const difference = missesOf(one) - missesOf(other);
    return difference < 0 || (difference === 0 && begun.has(one) && !begun.has(other));
  }

  function added(companyId: number): Company {
    const company = { waiting: new Set<Handshake>(), owedMs: 0, turns: 0 };
    companies.set(companyId, company);
    return company;
  }

  return (companyId) => ({
    take(handshake) {
      if (handshake.isOver()) return;
      const company = companies.get(companyId);
      if (company) company.waiting.add(handshake);
      else takeTurn(companyId, added(companyId), handshake);
    },
    failed(handshake) {
      const spent = begun.get(handshake);
      if (spent === undefined) return;
      misses.set(handshake.endpointId, missesOf(handshake) + 1);
      const known = companies.get(companyId);
      const company = known ?? added(companyId);
      owe(company, (SHARE_IN_VAIN - 1) * Math.min(spent, USUAL_MS));
      if (!known) pause(companyId, company);
    },
  });
}
