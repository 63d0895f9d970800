import { supervise, type Running, type Supervised } from './supervise';

/** Groups of processes in the order in which they are stopped: who asks others goes first. */
const ORDER = ['builder', 'gateway', 'services', 'servers'] as const;
export type Group = (typeof ORDER)[number];

export interface Member {
  readonly name: string;
  readonly group: Group;
  readonly first: Running;
  restart(): Promise<Running>;
}

/** Every process of one run. */
export interface Fleet {
  add(member: Member): void;
  /** From now on, whatever dies is started again; `changed` is told when a process id is another. */
  keepAlive(changed: () => void): void;
  /** Starts a member again, which is kept alive, from what is built of it now. */
  renew(name: string): Promise<void>;
  /** The present process id of a member. */
  pidOf(name: string): number | undefined;
  stop(): Promise<void>;
}

export function fleetOf(report: (line: string) => void): Fleet {
  const members = new Map<string, Member>();
  const supervised = new Map<string, Supervised>();
  const running = (name: string) => supervised.get(name) ?? members.get(name)?.first;
  return {
    add: (member) => void members.set(member.name, member),

    keepAlive(changed) {
      for (const [name, { first, restart }] of members) {
        supervised.set(name, supervise({ name, first, restart, changed, report }));
      }
    },

    async renew(name) {
      await supervised.get(name)?.renew();
    },

    pidOf: (name) => running(name)?.pid,

    async stop() {
      for (const group of ORDER) {
        const leaving = [...members.values()].filter((member) => member.group === group);
        await Promise.all(leaving.map(async ({ name }) => running(name)?.stop()));
      }
    },
  };
}
