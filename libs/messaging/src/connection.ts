import { setTimeout as delay } from 'node:timers/promises';
import { inboxOf } from '@svc/contracts';
import type { Logger } from '@svc/logging';
import { connect, Events, type NatsConnection } from 'nats';
import { connectTo } from './servers';

export interface ConnectionSettings {
  readonly servers: readonly string[];
  /** Name of the process: the server's monitoring shows it, and its answers come to its own inbox. */
  readonly name: string;
  readonly log: Logger;
  /** Prepares the connection for use; repeated after each reconnection. */
  prepare(connection: NatsConnection): Promise<void>;
  /**
   * Whether what was prepared is still there; checked every few seconds, and prepared again if not.
   * Rejects where that cannot be told: it is asked again, and what was prepared stays in use.
   */
  isInPlace(connection: NatsConnection): Promise<boolean>;
  /** Called after each preparation that succeeded. */
  ready(): void;
}

/** A connection that is restored by itself for as long as the process lives. */
export interface Connection {
  /** The connection while it is up and prepared. */
  current(): NatsConnection | undefined;
  /** Why there is none, or why it cannot be told whether it is in order. */
  trouble(): string | undefined;
  /** There is more to prepare than there was. */
  prepareAgain(): void;
  close(): Promise<void>;
}

/** Short for as long as a cluster of NATS takes to choose another leader. */
const RETRY_DELAYS_MS = [200, 500, 500, 500, 500, 500, 1_000, 2_000];
const LOOK_AGAIN_MS = 5_000;
const LOOK_AGAIN_IN_DOUBT_MS = 1_000;
const CONNECT_TIMEOUT_MS = 3_000;
const DRAIN_TIMEOUT_MS = 3_000;

const NOT_CONNECTED = 'not connected';

const delayOf = (attempt: number): number =>
  RETRY_DELAYS_MS[Math.min(attempt, RETRY_DELAYS_MS.length - 1)] ?? 0;

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Connects in the background: a process starts, and goes on, without NATS. */
export function keepConnected(settings: ConnectionSettings): Connection {
  const { servers, name, log, prepare, isInPlace, ready } = settings;
  const stopping = new AbortController();
  const { signal } = stopping;
  let connection: NatsConnection | undefined;
  let prepared: NatsConnection | undefined;
  let trouble = NOT_CONNECTED;
  /** Why it is not known whether what was prepared is still there. */
  let doubt: string | undefined;
  /** Grows with each reason to prepare, so that an older preparation stops. */
  let epoch = 0;
  let preparation: Promise<void> = Promise.resolve();

  // No `startLoop`, here and in `keepLooking`: these end by themselves, with an outcome, before the process does.
  /** Repeats an attempt until it succeeds or is no longer needed. */
  async function persist<T>(
    trouble: string,
    attemptOnce: () => Promise<T>,
    isWanted: () => boolean,
  ): Promise<T | undefined> {
    for (let attempt = 0; isWanted(); attempt += 1) {
      try {
        return await attemptOnce();
      } catch (error) {
        if (!isWanted()) return undefined;
        log.warn({ err: error, attempt: attempt + 1 }, trouble);
        await pause(delayOf(attempt));
      }
    }
    return undefined;
  }

  /** Ends early, without an error, when the process stops. */
  const pause = (ms: number): Promise<void> => delay(ms, undefined, { signal }).catch(() => {});

  const dial = () =>
    connect({
      ...connectTo(servers),
      name,
      inboxPrefix: inboxOf(name),
      timeout: CONNECT_TIMEOUT_MS,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 250,
      // A rotated password is a reason to wait, not to end.
      ignoreAuthErrorAbort: true,
      pingInterval: 10_000,
      maxPingOut: 2,
    });

  /** One preparation at a time, so that none subscribes twice. */
  function prepareSoon(nats: NatsConnection): void {
    epoch += 1;
    const mine = epoch;
    const isWanted = () => mine === epoch && !signal.aborted && !nats.isClosed();
    const attemptOnce = async () => {
      try {
        await prepare(nats);
      } catch (error) {
        if (isWanted()) prepared = undefined;
        trouble = messageOf(error);
        throw error;
      }
      if (!isWanted()) return;
      prepared = nats;
      doubt = undefined;
      ready();
      void keepLooking(nats, isWanted);
    };
    preparation = preparation.then(() =>
      persist('NATS JetStream is not ready', attemptOnce, isWanted),
    );
  }

  async function keepLooking(nats: NatsConnection, isWanted: () => boolean): Promise<void> {
    let isThere = true;
    while (isThere) {
      await pause(doubt === undefined ? LOOK_AGAIN_MS : LOOK_AGAIN_IN_DOUBT_MS);
      if (!isWanted()) return;
      try {
        isThere = await isInPlace(nats);
        doubt = undefined;
      } catch (error) {
        if (!isWanted()) return;
        // No answer says nothing about what was prepared, as while a cluster chooses a leader.
        doubt = `JetStream does not answer: ${messageOf(error)}`;
      }
    }
    if (isWanted()) prepareSoon(nats);
  }

  async function watch(nats: NatsConnection): Promise<void> {
    for await (const { type } of nats.status()) {
      if (type === Events.Disconnect) {
        prepared = undefined;
        trouble = NOT_CONNECTED;
        epoch += 1;
        if (!signal.aborted) log.warn('NATS disconnected');
      }
      if (type === Events.Reconnect) {
        log.info('NATS reconnected');
        prepareSoon(nats);
      }
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      connection = await persist('NATS is not reachable', dial, () => !signal.aborted);
      if (!connection) return;
      if (signal.aborted) return connection.close();
      void watch(connection);
      prepareSoon(connection);
      await connection.closed();
      prepared = undefined;
    }
  }

  const running = run();

  return {
    current: () => prepared,

    trouble: () => (prepared ? doubt : trouble),

    prepareAgain() {
      if (connection) prepareSoon(connection);
    },

    async close() {
      stopping.abort();
      prepared = undefined;
      if (connection && !connection.isClosed()) {
        // While a server is away, the drain would never end.
        const drained = connection.drain().catch(() => {});
        await Promise.race([drained, delay(DRAIN_TIMEOUT_MS, undefined, { ref: false })]);
        if (!connection.isClosed()) await connection.close();
      }
      await running;
      await preparation;
    },
  };
}
