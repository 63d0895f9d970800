import { setTimeout as delay } from 'node:timers/promises';
import { toInboxPrefix } from '@svc/contracts';
import type { Logger } from '@svc/logging';
import { connect, Events, type NatsConnection } from 'nats';
import { toConnectionTarget } from './servers';

/**
 * | State    | Usable | Moves to                                                                              |
 * | -------- | ------ | ------------------------------------------------------------------------------------- |
 * | `down`   | no     | `ready` after a preparation                                                           |
 * | `ready`  | yes    | `unsure` if a check gets no response; `down` after a disconnect or failed preparation |
 * | `unsure` | yes    | `ready` after a check or preparation; `down` as from `ready`                          |
 */
export type NatsConnectionState =
  | { readonly name: 'down'; readonly problem: string }
  | { readonly name: 'ready'; readonly nats: NatsConnection }
  | { readonly name: 'unsure'; readonly nats: NatsConnection; readonly problem: string };

export interface ConnectionSettings {
  readonly servers: readonly string[];
  /** Also the prefix of the reply inbox. */
  readonly name: string;
  readonly log: Logger;
  prepare(connection: NatsConnection): Promise<void>;
  /** If false, the connection is prepared again; if this rejects, it stays in use. */
  isPrepared(connection: NatsConnection): Promise<boolean>;
  onReady(): void;
}

/** Short, as a NATS cluster chooses a leader in as much time. */
const RETRY_DELAYS_MS = [200, 500, 500, 500, 500, 500, 1_000, 2_000];
const CHECK_MS = 5_000;
const UNSURE_CHECK_MS = 1_000;
const CONNECT_TIMEOUT_MS = 3_000;
const DRAIN_TIMEOUT_MS = 3_000;

const DISCONNECTED: NatsConnectionState = { name: 'down', problem: 'not connected' };

const getDelay = (attempt: number): number =>
  RETRY_DELAYS_MS[Math.min(attempt, RETRY_DELAYS_MS.length - 1)] ?? 0;

const toMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Connects in the background: a process starts and runs without NATS. */
export function keepConnected(settings: ConnectionSettings) {
  const { servers, name, log, prepare, isPrepared, onReady } = settings;
  const stopping = new AbortController();
  const { signal } = stopping;
  let connection: NatsConnection | undefined;
  let state: NatsConnectionState = DISCONNECTED;
  /** Incremented by each reason to prepare; older preparations stop. */
  let epoch = 0;
  let preparation: Promise<void> = Promise.resolve();

  // Not `startLoop`: these loops end with a result before the process does.
  /** Repeats an attempt until it succeeds or is no longer wanted. */
  async function retryUntilDone<T>(
    problem: string,
    attemptOnce: () => Promise<T>,
    isWanted: () => boolean,
  ): Promise<T | undefined> {
    for (let attempt = 0; isWanted(); attempt += 1) {
      try {
        return await attemptOnce();
      } catch (error) {
        if (!isWanted()) return undefined;
        log.warn({ err: error, attempt: attempt + 1 }, problem);
        await pause(getDelay(attempt));
      }
    }
    return undefined;
  }

  const pause = (ms: number): Promise<void> => delay(ms, undefined, { signal }).catch(() => {});

  const connectOnce = () =>
    connect({
      ...toConnectionTarget(servers),
      name,
      inboxPrefix: toInboxPrefix(name),
      timeout: CONNECT_TIMEOUT_MS,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 250,
      // A rotated password is a reason to wait, not to end.
      ignoreAuthErrorAbort: true,
      pingInterval: 10_000,
      maxPingOut: 2,
    });

  /** Serialized, so that no preparation subscribes twice. */
  function prepareSoon(nats: NatsConnection): void {
    epoch += 1;
    const ownEpoch = epoch;
    const isWanted = () => ownEpoch === epoch && !signal.aborted && !nats.isClosed();
    const attemptOnce = async () => {
      try {
        await prepare(nats);
      } catch (error) {
        if (isWanted()) state = { name: 'down', problem: toMessage(error) };
        throw error;
      }
      if (!isWanted()) return;
      state = { name: 'ready', nats };
      onReady();
      void keepChecking(nats, isWanted);
    };
    preparation = preparation.then(() =>
      retryUntilDone('NATS JetStream is not ready', attemptOnce, isWanted),
    );
  }

  async function keepChecking(nats: NatsConnection, isWanted: () => boolean): Promise<void> {
    for (;;) {
      await pause(state.name === 'unsure' ? UNSURE_CHECK_MS : CHECK_MS);
      if (!isWanted()) return;
      try {
        const isThere = await isPrepared(nats);
        if (!isWanted()) return;
        state = { name: 'ready', nats };
        if (!isThere) return prepareSoon(nats);
      } catch (error) {
        if (!isWanted()) return;
        // No response says nothing about the stream: a cluster may be choosing a leader.
        const problem = `JetStream did not respond: ${toMessage(error)}`;
        state = { name: 'unsure', nats, problem };
      }
    }
  }

  async function watch(nats: NatsConnection): Promise<void> {
    for await (const { type } of nats.status()) {
      if (type === Events.Disconnect) {
        state = DISCONNECTED;
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
      connection = await retryUntilDone(
        'NATS is not reachable',
        connectOnce,
        () => !signal.aborted,
      );
      if (!connection) return;
      if (signal.aborted) return connection.close();
      void watch(connection);
      prepareSoon(connection);
      await connection.closed();
      state = DISCONNECTED;
    }
  }

  const running = run();

  return {
    current: (): NatsConnection | undefined => (state.name === 'down' ? undefined : state.nats),

    problem: (): string | undefined => (state.name === 'ready' ? undefined : state.problem),

    prepareAgain(): void {
      if (connection) prepareSoon(connection);
    },

    async close(): Promise<void> {
      stopping.abort();
      state = DISCONNECTED;
      if (connection && !connection.isClosed()) {
        // While a server is away, the drain never ends.
        const drained = connection.drain().catch(() => {});
        await Promise.race([drained, delay(DRAIN_TIMEOUT_MS, undefined, { ref: false })]);
        if (!connection.isClosed()) await connection.close();
      }
      await running;
      await preparation;
    },
  };
}
