import { connectTo, storedMessages } from '@svc/messaging';
import { connect } from 'nats';
import { runFile } from './platform';

/** An event as it stands in the stream. */
export interface Announced {
  readonly id: string;
  readonly companyid: number;
  /** The record's id. */
  readonly subject: string;
  readonly version: number;
}

/** A company's events at the subjects that begin so, `fsm.jobs.job.`, in their order in the stream. */
export async function announced(companyId: number, beginning: string): Promise<Announced[]> {
  const nats = await connect(connectTo([runFile().nats.url]));
  const manager = await nats.jetstreamManager();
  const found: Announced[] = [];
  for await (const message of storedMessages(nats, manager, { after: 0 })) {
    if (!message.subject.startsWith(beginning)) continue;
    const event = message.json<Announced>();
    if (event.companyid === companyId) found.push(event);
  }
  await nats.close();
  return found;
}
