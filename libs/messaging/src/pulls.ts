import { STREAM } from '@svc/contracts';
import { createLinePerSecond, type Logger } from '@svc/logging';
import { createInbox, Events, nanos, type JsMsg, type Msg, type NatsConnection } from 'nats';
// Not exported by nats.js; needed to acknowledge messages of a hand-made pull.
import { toJsMsg } from 'nats/lib/jetstream/jsmsg';
import { createOpenPulls } from './open-pulls';

export interface PullSettings {
  readonly connection: NatsConnection;
  readonly inboxPrefix: string;
  readonly durable: string;
  /** At most half as many more are requested at a time. */
  readonly batch: number;
  readonly log: Logger;
  receive(message: JsMsg): void;
}

const EXPIRES_MS = 10_000;
/**
 * After two missed heartbeats the pull is issued again, which bounds the stall after a change of the
 * consumer's leader.
 */
const HEARTBEAT_MS = 2_000;
const MAX_SILENCE_MS = 2 * HEARTBEAT_MS;

const IDLE_HEARTBEAT = 100;
const EXPIRED = 408;

/**
 * Returns a function that stops it. The client's `consume()` leaks pulls while the server is silent: after 10
 * s it keeps 20 outstanding.
 */
export function startPulling(settings: PullSettings): () => void {
  const { connection, inboxPrefix, durable, batch, log, receive } = settings;
  const inbox = createInbox(inboxPrefix);
  const pulls = createOpenPulls(batch);
  const logEnded = createLinePerSecond();
  let lastMessageAt = 0;
  let isStopped = false;
  let silence: NodeJS.Timeout | undefined;

  function requestMessages(): void {
    // Publishing would throw.
    if (connection.isClosed() || connection.isDraining()) return;
    const request = {
      batch,
      expires: nanos(EXPIRES_MS),
      idle_heartbeat: nanos(HEARTBEAT_MS),
    };
    connection.publish(`$JS.API.CONSUMER.MSG.NEXT.${STREAM}.${durable}`, JSON.stringify(request), {
      reply: `${inbox}.${pulls.add()}`,
    });
  }

  function requestAgain(): void {
    pulls.clear();
    requestMessages();
  }

  function handleMessage(message: Msg): void {
    lastMessageAt = performance.now();
    if (message.subject.startsWith(`${inbox}.`)) {
      handleStatus(Number(message.subject.slice(inbox.length + 1)), message);
      return;
    }
    pulls.countMessage();
    if (pulls.shouldPull()) requestMessages();
    receive(toJsMsg(message));
  }

  function handleStatus(pull: number, { headers }: Msg): void {
    if (headers?.code === IDLE_HEARTBEAT) return;
    pulls.remove(pull);
    if (headers?.code === EXPIRED) {
      if (pulls.shouldPull()) requestMessages();
      return;
    }
    // The consumer lost its leader or has too many pulls: an immediate retry would fail.
    logEnded((leftOut) => {
      const about = { consumer: durable, status: headers?.code, left_out: leftOut };
      log.warn({ ...about, reason: headers?.description }, 'NATS ended a pull');
    });
  }

  function start(): void {
    clearInterval(silence);
    if (isStopped) return;
    requestAgain();
    lastMessageAt = performance.now();
    silence = setInterval(() => {
      if (performance.now() - lastMessageAt >= MAX_SILENCE_MS) requestAgain();
    }, HEARTBEAT_MS);
  }

  /** nats.js buffers publishes while offline; skipping them avoids a burst on reconnect. */
  async function followConnection(): Promise<void> {
    for await (const { type } of connection.status()) {
      if (isStopped) return;
      if (type === Events.Disconnect) clearInterval(silence);
      if (type === Events.Reconnect) start();
    }
    clearInterval(silence);
  }

  const subscription = connection.subscribe(`${inbox}.*`, {
    callback(error, message) {
      if (error)
        log.warn({ err: error, consumer: durable }, 'NATS rejected the subscription of a consumer');
      else handleMessage(message);
    },
  });
  start();
  void followConnection();

  return () => {
    isStopped = true;
    clearInterval(silence);
    subscription.unsubscribe();
  };
}
