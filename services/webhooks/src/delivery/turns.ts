import { tally } from './tally';

/** Who may be sent a request now, and who waits until another one has ended. */
export interface Turns<Key> {
  /**
   * Resolves when the key's turn has come, which `end` then ends. False where nothing is under way
   * that it could wait for, and there is no room either.
   */
  take(key: Key): Promise<boolean>;
  end(key: Key): void;
}

type Waiting = (isMyTurn: boolean) => void;

/** Turns in the order in which they were asked for, as many at once as there is room for. */
export function turnsWithin<Key>(room: (key: Key, underWay: number) => number): Turns<Key> {
  const underWay = tally<Key>();
  const queues = new Map<Key, Waiting[]>();

  function callNext(key: Key): void {
    const queue = queues.get(key);
    while (queue && queue.length > 0) {
      const hasRoom = room(key, underWay.of(key)) > 0;
      if (!hasRoom && underWay.of(key) > 0) return;
      if (hasRoom) underWay.add(key);
      queue.shift()?.(hasRoom);
    }
    queues.delete(key);
  }

  return {
    take: (key) =>
      new Promise((resolve) => {
        const queue = queues.get(key);
        if (queue) queue.push(resolve);
        else queues.set(key, [resolve]);
        callNext(key);
      }),

    end(key) {
      underWay.remove(key);
      callNext(key);
    },
  };
}
