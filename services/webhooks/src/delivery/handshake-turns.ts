import { LRUCache } from 'lru-cache';

/** A handshake that waits for its turn, or has begun. */
export interface Handshake {
  /** Whether there is nothing to begin any more: its connection was closed while it waited. */
  isOver(): boolean;
  begin(): void;
}

/** The TLS handshakes with the receivers of one company. */
export interface HandshakeTurns {
  /** Begins a handshake at once or when its turn has come; `ended` is to be called once after it has begun. */
  take(handshake: Handshake): void;
  /** @param inVain how many bytes the receiver has sent in it, where it led to no connection */
  ended(inVain: number): void;
}

/** A handshake with a receiver far away takes a tenth of a second or two, of which it uses a millisecond here. */
const AT_ONCE = 8;
/**
 * A receiver may show a hundred certificates of its own making, with keys that are slow to check: 80 KiB of
 * them took four tenths of a second of processor time, in which nothing is sent to anybody. Those of a
 * company leave nine tenths of the time to others.
 */
const PAUSE_MS_PER_KIB = 50;
/** Companies whose handshakes were in vain; beyond it, the pause that was set longest ago is forgotten. */
const REMEMBERED = 10_000;

interface Line {
  underWay: number;
  waiting: Handshake[];
  timer?: NodeJS.Timeout | undefined;
}

/**
 * Limits how many handshakes a company's receivers are in at a time, and makes the company's next ones wait
 * after one that was in vain, the longer the more the receiver has sent. Connections that are kept need none.
 */
export function handshakeTurns(
  now = () => performance.now(),
): (companyId: number) => HandshakeTurns {
  const lines = new Map<number, Line>();
  /** When the next handshake of a company may begin. */
  const pauses = new LRUCache<number, number>({ max: REMEMBERED });

  function goOn(companyId: number, line: Line): void {
    const leftMs = (pauses.get(companyId) ?? 0) - now();
    while (leftMs <= 0 && line.underWay < AT_ONCE && line.waiting.length > 0) {
      const next = line.waiting.shift();
      if (!next || next.isOver()) continue;
      line.underWay += 1;
      next.begin();
    }
    if (leftMs > 0 && line.waiting.length > 0) {
      line.timer ??= setTimeout(() => {
        line.timer = undefined;
        goOn(companyId, line);
      }, leftMs).unref();
    } else if (line.underWay === 0 && line.waiting.length === 0) lines.delete(companyId);
  }

  return (companyId) => ({
    take(handshake) {
      const line = lines.get(companyId) ?? { underWay: 0, waiting: [] };
      lines.set(companyId, line);
      line.waiting = line.waiting.filter((other) => !other.isOver());
      line.waiting.push(handshake);
      goOn(companyId, line);
    },
    ended(inVain) {
      const line = lines.get(companyId);
      if (!line) return;
      line.underWay -= 1;
      if (inVain > 0) {
        const from = Math.max(now(), pauses.get(companyId) ?? 0);
        pauses.set(companyId, from + (inVain / 1_024) * PAUSE_MS_PER_KIB);
      }
      goOn(companyId, line);
    },
  });
}
