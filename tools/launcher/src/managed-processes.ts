import { supervise, type Supervised, type SupervisedProcess } from './supervise';

/** Stop order: callers before the processes they call. */
const ORDER = ['builder', 'gateway', 'services', 'servers'] as const;
export type ProcessGroup = (typeof ORDER)[number];

export interface ManagedProcess {
  readonly name: string;
  readonly group: ProcessGroup;
  readonly first: SupervisedProcess;
  restart(): Promise<SupervisedProcess>;
}

export type ManagedProcesses = ReturnType<typeof createManagedProcesses>;

export function createManagedProcesses(report: (line: string) => void) {
  const processes = new Map<string, ManagedProcess>();
  const supervised = new Map<string, Supervised>();
  const running = (name: string) => supervised.get(name) ?? processes.get(name)?.first;
  return {
    add: (managed: ManagedProcess) => void processes.set(managed.name, managed),

    /** From now on restarts processes that end; `changed` is called after a process id changed. */
    keepAlive(changed: () => void): void {
      for (const [name, { first, restart }] of processes) {
        supervised.set(name, supervise({ name, first, restart, changed, report }));
      }
    },

    async renew(name: string): Promise<void> {
      await supervised.get(name)?.renew();
    },

    pidOf: (name: string): number | undefined => running(name)?.pid,

    async stop(): Promise<void> {
      for (const group of ORDER) {
        const leaving = [...processes.values()].filter((managed) => managed.group === group);
        await Promise.all(leaving.map(async ({ name }) => running(name)?.stop()));
      }
    },
  };
}
