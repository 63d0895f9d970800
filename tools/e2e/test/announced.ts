import { connectTo } from '@svc/messaging';
import { AckPolicy, connect, DeliverPolicy, nanos } from 'nats';
import { runFile } from './platform';

/** An event as it stands in the stream. */
export interface Announced {
  readonly id: string;
  readonly companyid: number;
  /** The record's id. */
  readonly subject: string;
  readonly version: number;
}

const BATCH = 500;

/** A company's events in the stream under a subject such as `fsm.jobs.job.>`, in their order there. */
export async function announced(companyId: number, filter: string): Promise<Announced[]> {
  const nats = await connect(connectTo([runFile().nats.url]));
  const manager = await nats.jetstreamManager();
  const { name, num_pending: events } = await manager.consumers.add('FSM', {
    filter_subject: filter,
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.All,
    inactive_threshold: nanos(60_000),
  });
  const consumer = await nats.jetstream().consumers.get('FSM', name);
  const found: Announced[] = [];
  for (let read = 0; read < events;) {
    const wanted = Math.min(BATCH, events - read);
    for await (const message of await consumer.fetch({ max_messages: wanted, expires: 5_000 })) {
      const event = message.json<Announced>();
      if (event.companyid === companyId) found.push(event);
      read += 1;
    }
  }
  await nats.close();
  return found;
}
