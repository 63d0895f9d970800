import type { Logger } from '@svc/logging';
import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { Counter, Histogram, type Registry } from 'prom-client';
import { SCRIPTS, type Script } from './scripts';
import type { StoreAddress } from './store-address';

/** The store did not answer in time, or not at all; what it did with the command is not known. */
export class StoreLost extends Error {
  constructor(reason: string) {
    super(`The shared store of the limits ${reason}.`);
    this.name = 'StoreLost';
  }
}

/** A script's answer: a verdict, and what follows it. */
export type Answer = readonly number[];

/** The shared store as far as the limits need it. */
export interface LimitStore {
  /**
   * Runs a script; scripts of one tick share a write, and all are run in the order of the calls.
   *
   * @throws StoreLost
   */
  run(script: Script, keys: readonly string[], values: readonly (string | number)[]): Promise<Answer>;
  /** Whether it is connected and answers; makes sure that it knows the scripts. */
  isThere(): Promise<boolean>;
  /** What is under way is lost: its answers come too late for what has been decided since. */
  giveUp(): void;
  /** Told when the connection is lost, or a command not answered. */
  onLost(lost: (reason: StoreLost) => void): void;
  close(): void;
}

export interface LimitStoreSettings {
  readonly address: StoreAddress;
  readonly log: Logger;
  readonly metrics: Registry;
}

/** What a request may lose to a command. */
const COMMAND_MS = 50;
const CONNECT_MS = 2_000;
const RECONNECT_MS = [50, 100, 250, 500];
const BUCKETS = [0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05];

interface Pending {
  readonly sentAt: number;
  readonly fail: (reason: StoreLost) => void;
}

export function limitStore({ address, log, metrics }: LimitStoreSettings): LimitStore {
  const errors = new Counter({
    name: 'fsm_limit_store_errors_total',
    help: 'How often the shared store of the limits was lost, by the kind of loss.',
    labelNames: ['kind'],
    registers: [metrics],
  });
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
  let lost: (reason: StoreLost) => void = () => undefined;

  const fail = (kind: 'timeout' | 'connection' | 'answer', reason: string): StoreLost => {
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
  /** One timer for all: one a command would cost as much as the command. */
  const watch = (): void => {
    const [oldest] = pending;
    if (timer || !oldest) return;
    const inMs = Math.max(oldest.sentAt + COMMAND_MS - performance.now(), 1);
    timer = setTimeout(() => {
      // What has arrived while this process was busy is read first.
      setImmediate(() => {
        timer = undefined;
        const [first] = pending;
        const isLate = first && performance.now() - first.sentAt >= COMMAND_MS;
        if (isLate) fail('timeout', `did not answer within ${COMMAND_MS} ms`);
        watch();
      });
    }, inMs);
    timer.unref();
  };
  const ask = <Result>(send: () => Promise<unknown>): Promise<Result> =>
    new Promise((resolve, reject) => {
      const each: Pending = { sentAt: performance.now(), fail: reject };
      pending.add(each);
      watch();
      send().then(
        (answer) => {
          if (!pending.delete(each)) return;
          roundTrips.observe((performance.now() - each.sentAt) / 1_000);
          resolve(answer as Result);
        },
        (error: Error) => {
          if (!pending.delete(each)) return;
          // The client's errors may quote a command; it has no secret, but keys are nobody's business.
          reject(fail('answer', `refused a command (${error.message.split(' ')[0]})`));
        },
      );
    });

  client.on('error', (error) => log.debug({ err: error }, 'connection to the shared store failed'));
  client.on('close', () => fail('connection', 'closed the connection'));

  return {
    run: (script, keys, values) =>
      ask(() => client.evalsha(script.sha, keys.length, ...keys, ...values)),
    async isThere() {
      if (client.status !== 'ready') return false;
      try {
        const masters = client instanceof Cluster ? client.nodes('master') : [client];
        for (const node of masters) {
          await Promise.all(SCRIPTS.map(({ lua }) => ask(() => node.script('LOAD', lua))));
        }
        return true;
      } catch {
        return false;
      }
    },
    giveUp: () => giveUp(),
    onLost: (tell) => void (lost = tell),
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
      // The client finds a script's node by its keys only where it sends each by itself.
      return new Cluster(hosts, {
        enableOfflineQueue: false,
        redisOptions: { ...options, ...login },
      });
    case 'sentinels':
      return new Redis({
        ...options,
        ...login,
        enableAutoPipelining: true,
        sentinels: hosts,
        name: sentinel ?? '',
      });
    case 'server':
      return new Redis({
        ...options,
        ...login,
        ...hosts[0],
        db: first?.database ?? 0,
        enableAutoPipelining: true,
      });
  }
}
