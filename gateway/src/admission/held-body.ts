import { bytesOfBody, type BodyMemory } from './body-memory';
import type { Exchange } from './exchange';
import { readBody } from './read-body';

/** The body of one request, and the room in memory that it takes. */
export interface HeldBody {
  /**
   * All of it, read at the first call; undefined for a read.
   *
   * @throws as `readBody` does (400, 408, 413), and 408 where there is no room for it in time
   */
  read(companyId: number): Promise<Buffer | undefined>;
  /** Gives back the room, if any was taken. */
  release(): void;
}

export function heldBody(exchange: Exchange, memory: BodyMemory): HeldBody {
  let reading: Promise<Buffer | undefined> | undefined;
  const bytes = bytesOfBody(exchange.request);
  let holder: number | undefined;

  async function read(companyId: number): Promise<Buffer | undefined> {
    const room = memory.take(companyId, bytes, exchange);
    if (room) await room;
    holder = companyId;
    exchange.body = await readBody(exchange);
    return exchange.body;
  }

  return {
    read: (companyId) => (reading ??= read(companyId)),
    release() {
      if (holder !== undefined) memory.giveBack(holder, bytes);
    },
  };
}
