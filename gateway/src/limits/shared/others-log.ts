import { WINDOW_MS } from '../rolling-window';
import type { Ages } from './admitted-log';
import { AGREEMENT_KEY } from './keys';
import { READ_LOG, Verdict } from './scripts';
import type { LimitStore } from './store';

/**
 * What other gateways admitted in the last minute, as the store has logged it. It is needed when the store
 * is lost, for those that do not report what they had admitted.
 */
export interface OthersLog {
  /** Reads what was logged in this generation since the last time; ends early where the store is lost. */
  read(generation: number): Promise<void>;
  /** How long ago each gateway's requests were admitted, this one's left out. */
  ages(): Readonly<Record<string, Ages>>;
}

/** One answer of the store: a line for each admission, read only where the store is lost. */
interface Piece {
  readonly generation: number;
  readonly lines: string;
  readonly readAtMs: number;
  /** The store's clock less this one. */
  readonly aheadMs: number;
}

type LogAnswer = readonly [
  verdict: number,
  storeMs: number,
  slot: number,
  offset: number,
  hasMore: number,
  lines: string,
];

interface Place {
  readonly generation: number;
  readonly slot: number;
  readonly offset: number;
}

interface Moments {
  generation: number;
  readonly atMs: number[];
}

export function othersLog(gateway: string, store: LimitStore, now: () => Date): OthersLog {
  let pieces: Piece[] = [];
  let place: Place = { generation: -1, slot: 0, offset: 0 };

  async function readSome(generation: number): Promise<boolean> {
    const { slot, offset } = place.generation === generation ? place : { slot: 0, offset: 0 };
    const values = [generation, slot, offset];
    const [verdict, storeMs, nextSlot, nextOffset, hasMore, lines] = await store.run<LogAnswer>(
      READ_LOG,
      [AGREEMENT_KEY],
      values,
    );
    if (verdict !== Verdict.admitted) return false;
    place = { generation, slot: nextSlot, offset: nextOffset };
    const readAtMs = now().getTime();
    pieces = pieces.filter((piece) => piece.readAtMs + WINDOW_MS > readAtMs);
    if (lines !== '') pieces.push({ generation, lines, readAtMs, aheadMs: storeMs - readAtMs });
    return hasMore === 1;
  }

  /**
   * By gateway and window. A gateway that enters a generation logs all its moments there again. So of each
   * window only those of its last generation are taken: the earlier generations hold the same ones.
   */
  function momentsOf(nowMs: number): ReadonlyMap<string, ReadonlyMap<string, Moments>> {
    const found = new Map<string, Map<string, Moments>>();
    for (const { generation, lines, aheadMs } of pieces) {
      for (const line of lines.split('\n')) {
        const [by = '', at = '', requests = '', ...window] = line.split(' ');
        if (by === gateway) continue;
        const name = window.join(' ');
        let ofGateway = found.get(by);
        if (!ofGateway) found.set(by, (ofGateway = new Map<string, Moments>()));
        let moments = ofGateway.get(name);
        if (!moments || moments.generation < generation)
          ofGateway.set(name, (moments = { generation, atMs: [] }));
        const atMs = Number(at) - aheadMs;
        if (atMs + WINDOW_MS <= nowMs) continue;
        for (let n = 0; n < Number(requests); n += 1) moments.atMs.push(atMs);
      }
    }
    return found;
  }

  return {
    async read(generation) {
      while (await readSome(generation));
    },
    ages() {
      const nowMs = now().getTime();
      const ages: Record<string, Record<string, readonly number[]>> = {};
      for (const [by, windows] of momentsOf(nowMs)) {
        for (const [name, { atMs }] of windows) {
          if (atMs.length === 0) continue;
          (ages[by] ??= {})[name] = atMs.map((at) => Math.max(nowMs - at, 0));
        }
      }
      return ages;
    },
  };
}
