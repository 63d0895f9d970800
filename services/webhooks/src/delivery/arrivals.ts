import { EventEmitter, once } from 'node:events';

/** One waiting read. */
export interface Watch {
  /** False when nothing arrived within `ms`, or too many wait. Notices arrivals since the last call. */
  wait(ms: number): Promise<boolean>;
  end(): void;
}

/** Wakes reads that wait for a company's events. */
export interface Arrivals {
  watch(companyId: number): Watch;
  notify(companyId: number): void;
  /** Call when notifications may have been missed. */
  notifyAll(): void;
  /** Ends all waits, so that the process can stop. */
  end(): void;
}

/** More would hold the company's slots of the gateway. */
const MAX_WAITING_PER_COMPANY = 16;

export function createArrivals(): Arrivals {
  const arrived = new EventEmitter().setMaxListeners(0);
  let isEnding = false;

  return {
    watch(companyId) {
      const name = String(companyId);
      const mayWait = arrived.listenerCount(name) < MAX_WAITING_PER_COMPANY;
      const woken = new EventEmitter();
      let hasArrived = false;
      const notice = (): void => {
        hasArrived = true;
        woken.emit('woken');
      };
      arrived.on(name, notice);
      return {
        async wait(ms) {
          if (!hasArrived && mayWait && !isEnding) {
            const signal = AbortSignal.timeout(ms);
            await once(woken, 'woken', { signal }).catch(() => undefined);
          }
          const result = hasArrived && !isEnding;
          hasArrived = false;
          return result;
        },
        end: () => void arrived.off(name, notice),
      };
    },
    notify: (companyId) => void arrived.emit(String(companyId)),
    notifyAll() {
      for (const name of arrived.eventNames()) arrived.emit(name);
    },
    end() {
      isEnding = true;
      for (const name of arrived.eventNames()) arrived.emit(name);
    },
  };
}
