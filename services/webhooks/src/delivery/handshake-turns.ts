import { LRUCache } from 'lru-cache';

/** The TLS handshake of a connection, in which a receiver is read only in its turn. */
export interface Handshake {
  readonly endpointId: number;
  /** Whether there is nothing to read any more: its connection was closed. */
  isOver(): boolean;
  /** Reads what the receiver has sent meanwhile, and what it sends. */
  read(): void;
  /** Leaves what the receiver sends to the system, until it is read again. */
  leaveUnread(): void;
}

/** The TLS handshakes with the receivers of one company. */
export interface HandshakeTurns {
  /** Has a handshake read, at once or when its turn comes; one of the next two is to be called after it. */
  take(handshake: Handshake): void;
  succeeded(handshake: Handshake): void;
  /** @param bytes how many the receiver has sent in it */
  failed(handshake: Handshake, bytes: number): void;
}

/** What a handshake waits for has come while it waited for its turn: it is over within milliseconds. */
const AT_ONCE = 4;
/** An answer from the other side of the world comes in less. */
const TURN_MS = 250;
/**
 * A receiver may show a hundred certificates of its own making, with keys that are slow to check: 80 KiB of
 * them took four tenths of a second of processor time, in which nothing is sent to anybody. After one such
 * handshake, the others of its company leave most of the time to other companies. Their own endpoints in
 * good order wait for no more than the longest pause: they come first after it.
 */
const PAUSE_MS_PER_KIB = 50;
const LONGEST_PAUSE_MS = 1_000;
/** Companies and endpoints whose handshakes were in vain; beyond it, what is longest ago is forgotten. */
const REMEMBERED = 10_000;

interface Line {
  /** Those that are read, with what ends their turn. */
  readonly read: Map<Handshake, NodeJS.Timeout>;
  waiting: Handshake[];
  timer?: NodeJS.Timeout | undefined;
}

/**
 * Limits in how many handshakes a company's receivers are read at a time. One that is not over after its
 * turn gives way to the others. The endpoints that came to a connection last come before those that did
 * not, or took longer than a turn. After a handshake in vain, nobody of the company is read for a while, the
 * longer the more the receiver has sent. Connections that are kept need no handshake.
 */
export function handshakeTurns(
  now = () => performance.now(),
): (companyId: number) => HandshakeTurns {
  const lines = new Map<number, Line>();
  /** When the next handshake of a company may be read. */
  const pauses = new LRUCache<number, number>({ max: REMEMBERED });
  /** How often an endpoint has used a turn in vain since it last came to a connection. */
  const misses = new LRUCache<number, number>({ max: REMEMBERED });

  const missesOf = ({ endpointId }: Handshake): number => misses.get(endpointId) ?? 0;
  const noteMiss = (handshake: Handshake): void =>
    void misses.set(handshake.endpointId, missesOf(handshake) + 1);

  function goOn(companyId: number, line: Line): void {
    line.waiting = line.waiting.filter((each) => !each.isOver());
    const leftMs = (pauses.get(companyId) ?? 0) - now();
    while (leftMs <= 0 && line.read.size < AT_ONCE && line.waiting.length > 0)
      read(companyId, line);
    if (leftMs > 0 && line.waiting.length > 0) {
      line.timer ??= setTimeout(() => {
        line.timer = undefined;
        goOn(companyId, line);
      }, leftMs).unref();
    } else if (line.read.size === 0 && line.waiting.length === 0) lines.delete(companyId);
  }

  function read(companyId: number, line: Line): void {
    const next = line.waiting.reduce((first, each) =>
      missesOf(each) < missesOf(first) ? each : first,
    );
    line.waiting.splice(line.waiting.indexOf(next), 1);
    const giveWay = (): void => {
      leaveUnread(line, next);
      noteMiss(next);
      line.waiting.push(next);
      goOn(companyId, line);
    };
    line.read.set(next, setTimeout(giveWay, TURN_MS).unref());
    next.read();
  }

  function endTurn({ read }: Line, handshake: Handshake): void {
    clearTimeout(read.get(handshake));
    read.delete(handshake);
  }

  function leaveUnread(line: Line, handshake: Handshake): void {
    endTurn(line, handshake);
    if (!handshake.isOver()) handshake.leaveUnread();
  }

  function leave(line: Line, handshake: Handshake): void {
    endTurn(line, handshake);
    line.waiting = line.waiting.filter((each) => each !== handshake);
  }

  function pause(companyId: number, line: Line, bytes: number): void {
    const atMs = now();
    const untilMs = Math.max(atMs, pauses.get(companyId) ?? 0) + (bytes / 1_024) * PAUSE_MS_PER_KIB;
    pauses.set(companyId, Math.min(untilMs, atMs + LONGEST_PAUSE_MS));
    // What came for them in the same moment may take as long to check.
    const interrupted = [...line.read.keys()];
    for (const each of interrupted) leaveUnread(line, each);
    line.waiting.unshift(...interrupted);
  }

  return (companyId) => ({
    take(handshake) {
      const line: Line = lines.get(companyId) ?? { read: new Map(), waiting: [] };
      lines.set(companyId, line);
      line.waiting.push(handshake);
      goOn(companyId, line);
    },
    succeeded(handshake) {
      misses.delete(handshake.endpointId);
      const line = lines.get(companyId);
      if (!line) return;
      leave(line, handshake);
      goOn(companyId, line);
    },
    failed(handshake, bytes) {
      noteMiss(handshake);
      const line = lines.get(companyId);
      if (!line) return;
      leave(line, handshake);
      if (bytes > 0) pause(companyId, line, bytes);
      goOn(companyId, line);
    },
  });
}
