import { STREAM } from '@svc/contracts';
import { linePerSecond, type Logger } from '@svc/logging';
import { createInbox, Events, nanos, type JsMsg, type Msg, type NatsConnection } from 'nats';
// Not among what the package exports, and the only way to acknowledge a message of a pull of one's own.
import { toJsMsg } from 'nats/lib/jetstream/jsmsg';
import { openPulls } from './open-pulls';

export interface PullSettings {
  readonly connection: NatsConnection;
  /** Where the process may get answers. */
  readonly inboxPrefix: string;
  readonly durable: string;
  /** How many messages are asked for at a time; at most half as many again are under way. */
  readonly batch: number;
  readonly log: Logger;
  receive(message: JsMsg): void;
}

const EXPIRES_MS = 5_000;
/**
 * How often the server gives a sign of life while it has no message. After two that were missed it is
 * asked anew, and again with each further one: so long does a consumer wait at most that has got another
 * leader, or whose stream had to be created again. Twice as often, an idle platform, which has 19
 * consumers, takes a third more of a processor.
 */
const SIGN_OF_LIFE_MS = 1_000;
const SILENCE_MS = 2 * SIGN_OF_LIFE_MS;

const IDLE_HEARTBEAT = 100;
const EXPIRED = 408;

/**
 * Asks for messages of a durable consumer for as long as the connection lives, and answers what ends it.
 *
 * The client's own `consume` asks anew for each pull that expires, also for those that it sent while the
 * server was silent: after ten seconds of that it goes on with twenty at once for ever.
 */
export function pullMessages(settings: PullSettings): () => void {
  const { connection, inboxPrefix, durable, batch, log, receive } = settings;
  const inbox = createInbox(inboxPrefix);
  const pulls = openPulls(batch);
  const logEnded = linePerSecond();
  let lastMessageAt = 0;
  let isStopped = false;
  let silence: NodeJS.Timeout | undefined;

  function ask(): void {
    // It would throw; whoever closes the connection stops this, too, or attaches another.
    if (connection.isClosed() || connection.isDraining()) return;
    const request = {
      batch,
      expires: nanos(EXPIRES_MS),
      idle_heartbeat: nanos(SIGN_OF_LIFE_MS),
    };
    connection.publish(`$JS.API.CONSUMER.MSG.NEXT.${STREAM}.${durable}`, JSON.stringify(request), {
      reply: `${inbox}.${pulls.begin()}`,
    });
  }

  /** What was asked for may be lost, or come all the same. */
  function askAnew(): void {
    pulls.forget();
    ask();
  }

  function take(message: Msg): void {
    lastMessageAt = performance.now();
    if (message.subject.startsWith(`${inbox}.`)) {
      takeStatus(Number(message.subject.slice(inbox.length + 1)), message);
      return;
    }
    pulls.took();
    if (pulls.isMoreWanted()) ask();
    receive(toJsMsg(message));
  }

  /** The server tells of a pull. */
  function takeStatus(pull: number, { headers }: Msg): void {
    if (headers?.code === IDLE_HEARTBEAT) return;
    pulls.ended(pull);
    if (headers?.code === EXPIRED) {
      if (pulls.isMoreWanted()) ask();
      return;
    }
    // As when the consumer has lost its leader, or has too many pulls: asked at once, it would say so again.
    logEnded((leftOut) => {
      const about = { consumer: durable, status: headers?.code, left_out: leftOut };
      log.warn({ ...about, reason: headers?.description }, 'NATS ended a pull');
    });
  }

  function start(): void {
    clearInterval(silence);
    if (isStopped) return;
    askAnew();
    lastMessageAt = performance.now();
    silence = setInterval(() => {
      if (performance.now() - lastMessageAt >= SILENCE_MS) askAnew();
    }, SIGN_OF_LIFE_MS);
  }

  /** What is asked while there is no connection would be kept, and be sent all at once. */
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
      if (error) log.warn({ err: error, consumer: durable }, 'NATS refuses a consumer its answers');
      else take(message);
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
