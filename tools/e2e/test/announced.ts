import { readStoredMessages, toConnectionTarget } from '@svc/messaging';
import { connect } from 'nats';
import { runFile } from './platform';

export interface Announced {
  readonly id: string;
  readonly companyid: number;
  readonly subject: string;
  readonly version: number;
}

/** `beginning` is a subject prefix such as `fsm.jobs.job.`; events come in stream order. */
export async function announced(companyId: number, beginning: string): Promise<Announced[]> {
  const nats = await connect(toConnectionTarget([runFile().nats.url]));
  const manager = await nats.jetstreamManager();
  const found: Announced[] = [];
  for await (const message of readStoredMessages(nats, manager, { after: 0 })) {
    if (!message.subject.startsWith(beginning)) continue;
    const event = message.json<Announced>();
    if (event.companyid === companyId) found.push(event);
  }
  await nats.close();
  return found;
}
