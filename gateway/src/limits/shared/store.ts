import type { Logger } from '@svc/logging';
import { Cluster, Redis, type Callback, type ChainableCommander, type RedisOptions } from 'ioredis';
import { Counter, Histogram, type Registry } from 'prom-client';
import { SCRIPTS, type Script } from './lua/scripts';
import type { StoreAddress } from './store-address';

/** The store did not answer in time, or not at all; whether it ran the command is not known. */
export class StoreLost extends Error {
  constructor(reason: string) {
    super(`The shared store of the limits ${reason}.`);
    this.name = 'StoreLost';
  }
}

/** The part of the shared store that the limits need. */
export interface LimitStore {
  /**
   * Runs a script. Scripts of one turn of the event loop share a write; all run in the order of the calls.
   *
   * @throws StoreLost
   */
  run<Reply>(
    script: Script,
    keys: readonly string[],
    values: readonly (string | number)[],
  ): Promise<Reply>;
  /** Whether it is connected and answers; makes sure that it knows the scripts. */
  isReachable(): Promise<boolean>;
  /** Fails all commands under way: their answers would come too late for what has been decided since. */
  giveUp(): void;
  /** Sets what is called when the connection is lost or a command is not answered. */
  onLost(lost: (reason: StoreLost) => void): void;
  close(): void;
}

export interface LimitStoreSettings {
  readonly address: StoreAddress;
  readonly log: Logger;
  readonly metrics: Registry;
}

/** How long a request waits for a command: so many ticks, each at least one turn of the event loop. */
const TICKS_OF_A_COMMAND = 5;
const TICK_MS = 10;
const CONNECT_MS = 2_000;
/** How it can be lost; each counter starts at 0, so that its first time is seen as an increase. */
const KINDS = ['timeout', 'connection', 'answer'] as const;
const RECONNECT_MS = [50, 100, 250, 500];
const BUCKETS = [0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05];

interface Pending {
  readonly sentAt: number;
  readonly sentAtTick: number;
  readonly fail: (reason: StoreLost) => void;
}

export function limitStore({ address, log, metrics }: LimitStoreSettings): LimitStore {
  const errors = new Counter({
    name: 'fsm_limit_store_errors_total',
    help: 'How often the shared store of the limits was lost, by the kind of loss.',
    labelNames: ['kind'],
    registers: [metrics],
  });
  for (const kind of KINDS) errors.inc({ kind }, 0);
  const roundTrips = new Histogram({
    name: 'fsm_limit_store_round_trip_seconds',
    help: 'From a command to the shared store of the limits to its answer.',
    buckets: BUCKETS,
    registers: [metrics],
  });
  const client = connect(address);
  // In the order in which they were sent, so that the first is the one that waits longest.
  const pending = new Set<Pending>();
  let timer: NodeJS.Timeout | undefined;
  let ticks = 0;
  let lost: (reason: StoreLost) => void = () => undefined;

  const fail = (kind: (typeof KINDS)[number], reason: string): StoreLost => {
    errors.inc({ kind });
    const error = new StoreLost(reason);
    giveUp(error);
    lost(error);
    return error;
  };
  function giveUp(error = new StoreLost('was given up')): void {
    const all = [...pending];
    pending.clear();
    for (const each of all) each.fail(error);
  }
  /**
   * One timer for all commands: a timer for each would cost as much as the command itself. It counts
   * ticks, and arrived answers are read between them, so that a busy process does not blame the store.
   */
  const watch = (): void => {
    if (timer || pending.size === 0) return;
    timer = setTimeout(() => {
      timer = undefined;
      ticks += 1;
      setImmediate(() => {
        const [oldest] = pending;
        if (oldest && ticks - oldest.sentAtTick >= TICKS_OF_A_COMMAND) {
          fail('timeout', `did not answer within ${TICKS_OF_A_COMMAND * TICK_MS} ms`);
          // Otherwise each attempt to reach a frozen store would add to what it has not read yet.
          client.disconnect(true);
        }
        watch();
      });
    }, TICK_MS);
    timer.unref();
  };
  const ask = (send: (answered: Callback<unknown>) => void): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const each: Pending = { sentAt: performance.now(), sentAtTick: ticks, fail: reject };
      pending.add(each);
      watch();
      send((error, answer) => {
        if (!pending.delete(each)) return;
        if (error) {
          // The error may quote the command: its first word is the kind of refusal.
          reject(fail('answer', `refused a command (${error.message.split(' ')[0]})`));
          return;
        }
        roundTrips.observe((performance.now() - each.sentAt) / 1_000);
        resolve(answer);
      });
    });

  // The commands of one turn of the event loop share a write.
  let batch: ChainableCommander | undefined;
  const batched = (): ChainableCommander => {
    if (batch) return batch;
    const begun = client.pipeline();
    batch = begun;
    setImmediate(() => {
      batch = undefined;
      // Each command gets its own failure.
      begun.exec().catch(() => undefined);
    });
    return begun;
  };

  // Only its message: the client's errors hold the command, which may be the log-in.
  client.on('error', ({ message }: Error) =>
    log.debug(`connection to the shared store failed: ${message}`),
  );
  client.on('close', () => fail('connection', 'closed the connection'));

  return {
    run: async <Reply>(
      script: Script,
      keys: readonly string[],
      values: readonly (string | number)[],
    ) =>
      (await ask((answered) =>
        batched().evalsha(script.sha, keys.length, ...keys, ...values, answered),
      )) as Reply,
    async isReachable() {
      if (client.status !== 'ready') return false;
      try {
        const masters = client instanceof Cluster ? client.nodes('master') : [client];
        for (const node of masters) {
          await Promise.all(
            SCRIPTS.map(({ lua }) => ask((answered) => void node.script('LOAD', lua, answered))),
          );
        }
        return true;
      } catch {
        return false;
      }
    },
    giveUp: () => giveUp(),
    onLost: (listener) => void (lost = listener),
    close() {
      clearTimeout(timer);
      lost = () => undefined;
      client.disconnect();
    },
  };
}

function connect({ kind, nodes, sentinel }: StoreAddress): Redis | Cluster {
  const options: RedisOptions = {
    connectTimeout: CONNECT_MS,
    connectionName: 'gateway',
    retryStrategy: (attempt) => RECONNECT_MS[Math.min(attempt, RECONNECT_MS.length) - 1],
    // A command that was not answered is never sent again: it may have been carried out.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
  };
  const [first] = nodes;
  const login = {
    ...(first?.username && { username: first.username }),
    ...(first?.password && { password: first.password }),
    ...(first?.isTls && { tls: {} }),
  };
  const hosts = nodes.map(({ host, port }) => ({ host, port }));
  switch (kind) {
    case 'cluster':
      return new Cluster(hosts, {
        enableOfflineQueue: false,
        redisOptions: { ...options, ...login },
      });
    case 'sentinels':
      return new Redis({
        ...options,
        ...login,
        sentinels: hosts,
        name: sentinel ?? '',
      });
    case 'server':
      return new Redis({
        ...options,
        ...login,
        ...hosts[0],
        db: first?.database ?? 0,
      });
  }
}
