import { supervise, type Running, type Supervised } from './supervise';

/** Groups of processes in the order in which they are stopped: who asks others goes first. */
const ORDER = ['builder', 'gateway', 'services', 'servers'] as const;
export type Group = (typeof ORDER)[number];

export interface ManagedProcess {
  readonly name: string;
  readonly group: Group;
  readonly first: Running;
  restart(): Promise<Running>;
}

/** Every process of one run. */
export interface ManagedProcesses {
  add(managed: ManagedProcess): void;
  /** From now on, whatever dies is started again; `changed` is told when a process id is another. */
  keepAlive(changed: () => void): void;
  /** Starts a process again, which is kept alive, from what is built of it now. */
  renew(name: string): Promise<void>;
  /** The present process id of one. */
  pidOf(name: string): number | undefined;
  stop(): Promise<void>;
}

export function managedProcesses(report: (line: string) => void): ManagedProcesses {
  const processes = new Map<string, ManagedProcess>();
  const supervised = new Map<string, Supervised>();
  const running = (name: string) => supervised.get(name) ?? processes.get(name)?.first;
  return {
    add: (managed) => void processes.set(managed.name, managed),

    keepAlive(changed) {
      for (const [name, { first, restart }] of processes) {
        supervised.set(name, supervise({ name, first, restart, changed, report }));
      }
    },

    async renew(name) {
      await supervised.get(name)?.renew();
    },

    pidOf: (name) => running(name)?.pid,

    async stop() {
      for (const group of ORDER) {
        const leaving = [...processes.values()].filter((managed) => managed.group === group);
        await Promise.all(leaving.map(async ({ name }) => running(name)?.stop()));
      }
    },
  };
}
