import type { Logger } from '@svc/logging';
import { Cluster, Redis, type Callback, type ChainableCommander, type RedisOptions } from 'ioredis';
import { Counter, Histogram, type Registry } from 'prom-client';
import { SCRIPTS, type Script } from './lua/scripts';
import type { StoreAddress } from './store-address';

/** No reply in time; whether the store ran the command is unknown. */
export class StoreLost extends Error {
  constructor(reason: string) {
    super(`The shared store of the limits ${reason}.`);
    this.name = 'StoreLost';
  }
}

export interface LimitStore {
  /** Runs in the order of the calls; those of one turn of the event loop share a write. @throws StoreLost */
  run<Reply>(
    script: Script,
    keys: readonly string[],
    values: readonly (string | number)[],
  ): Promise<Reply>;
  /** Prepares every server for `run`; false if one does not reply. */
  tryLoadScripts(): Promise<boolean>;
  /** Fails all commands under way, whose replies would come too late. */
  failPending(): void;
  onLost(listener: (reason: StoreLost) => void): void;
  close(): void;
}

export interface LimitStoreSettings {
  readonly address: StoreAddress;
  readonly log: Logger;
  readonly metrics: Registry;
}

const MAX_COMMAND_TICKS = 5;
const TICK_MS = 10;
const CONNECT_MS = 2_000;
/** Each counter starts at 0, so that Prometheus sees the first loss as an increase. */
const LOSS_KINDS = ['timeout', 'connection', 'reply'] as const;
const RECONNECT_MS = [50, 100, 250, 500];
const BUCKETS = [0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05];

interface Pending {
  readonly sentAt: number;
  readonly sentAtTick: number;
  readonly fail: (reason: StoreLost) => void;
}

export function createLimitStore({ address, log, metrics }: LimitStoreSettings): LimitStore {
  const errors = new Counter({
    name: 'fsm_limit_store_errors_total',
    help: 'Losses of the shared store of the limits, by kind.',
    labelNames: ['kind'],
    registers: [metrics],
  });
  for (const kind of LOSS_KINDS) errors.inc({ kind }, 0);
  const roundTrips = new Histogram({
    name: 'fsm_limit_store_round_trip_seconds',
    help: 'Round-trip time of commands to the shared store of the limits.',
    buckets: BUCKETS,
    registers: [metrics],
  });
  const client = connect(address);
  const pending = new Set<Pending>();
  let timer: NodeJS.Timeout | undefined;
  let ticks = 0;
  let notifyLost: (reason: StoreLost) => void = () => undefined;

  const fail = (kind: (typeof LOSS_KINDS)[number], reason: string): StoreLost => {
    errors.inc({ kind });
    const error = new StoreLost(reason);
    failAll(error);
    notifyLost(error);
    return error;
  };
  function failAll(error = new StoreLost('is no longer used')): void {
    const all = [...pending];
    pending.clear();
    for (const each of all) each.fail(error);
  }
  /**
   * One timer for all, because a timer costs as much as a command. Replies are read between
   * ticks, so that a busy process does not blame the store.
   */
  const watchTimeouts = (): void => {
    if (timer || pending.size === 0) return;
    timer = setTimeout(() => {
      timer = undefined;
      ticks += 1;
      setImmediate(() => {
        const [oldest] = pending;
        if (oldest && ticks - oldest.sentAtTick >= MAX_COMMAND_TICKS) {
          fail('timeout', `did not respond within ${MAX_COMMAND_TICKS * TICK_MS} ms`);
          client.disconnect(true);
        }
        watchTimeouts();
      });
    }, TICK_MS);
    timer.unref();
  };
  const sendCommand = (send: (onReply: Callback<unknown>) => void): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const each: Pending = { sentAt: performance.now(), sentAtTick: ticks, fail: reject };
      pending.add(each);
      watchTimeouts();
      send((error, reply) => {
        if (!pending.delete(each)) return;
        if (error) {
          // The error may quote the command; its first word is the kind.
          reject(fail('reply', `rejected a command (${error.message.split(' ')[0]})`));
          return;
        }
        roundTrips.observe((performance.now() - each.sentAt) / 1_000);
        resolve(reply);
      });
    });

  let pipeline: ChainableCommander | undefined;
  const openPipeline = (): ChainableCommander => {
    if (pipeline) return pipeline;
    const opened = client.pipeline();
    pipeline = opened;
    setImmediate(() => {
      pipeline = undefined;
      opened.exec().catch(() => undefined);
    });
    return opened;
  };

  // The error object holds the command, which may be the log-in.
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
      (await sendCommand((onReply) =>
        openPipeline().evalsha(script.sha, keys.length, ...keys, ...values, onReply),
      )) as Reply,
    async tryLoadScripts() {
      if (client.status !== 'ready') return false;
      try {
        const masters = client instanceof Cluster ? client.nodes('master') : [client];
        for (const node of masters) {
          await Promise.all(
            SCRIPTS.map(({ lua }) =>
              sendCommand((onReply) => void node.script('LOAD', lua, onReply)),
            ),
          );
        }
        return true;
      } catch {
        return false;
      }
    },
    failPending: () => failAll(),
    onLost: (listener) => void (notifyLost = listener),
    close() {
      clearTimeout(timer);
      notifyLost = () => undefined;
      client.disconnect();
    },
  };
}

function connect({ kind, nodes, sentinel }: StoreAddress): Redis | Cluster {
  const options: RedisOptions = {
    connectTimeout: CONNECT_MS,
    connectionName: 'gateway',
    retryStrategy: (attempt) => RECONNECT_MS[Math.min(attempt, RECONNECT_MS.length) - 1],
    // A command without a reply is never sent again: the store may have run it.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
  };
  const [first] = nodes;
  const server = {
    ...options,
    ...(first?.username && { username: first.username }),
    ...(first?.password && { password: first.password }),
    ...(first?.isTls && { tls: {} }),
  };
  const hosts = nodes.map(({ host, port }) => ({ host, port }));
  switch (kind) {
    case 'cluster':
      return new Cluster(hosts, { enableOfflineQueue: false, redisOptions: server });
    case 'sentinels':
      return new Redis({ ...server, sentinels: hosts, name: sentinel ?? '' });
    case 'server':
      return new Redis({ ...server, ...hosts[0], db: first?.database ?? 0 });
  }
}
