import { tally } from '@svc/kernel';

/** Decides whether a request of a key may begin now or waits until another one has ended. */
export interface Turns<Key> {
  /**
   * Resolves with true when a request of the key may begin, and `end` is to be called after it. False
   * where none may begin and none is under way whose end could be waited for.
   */
  take(key: Key): Promise<boolean>;
  end(key: Key): void;
}

type Waiting = (isMyTurn: boolean) => void;

/** Turns in the order in which they were asked for; `room` says how many more may be under way. */
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
