import { consumerOf, type OperatorActivity } from '@svc/contracts';
import type { ReceivedEvent } from '@svc/messaging';
import { startConsumer, type ConsumerParts } from '@svc/outbox';
import type { EntityManager } from 'typeorm';
import { activityOfOperator } from '../domain/activity';
import { activities } from '../persistence/activities';

/** Whose operator's changes are heard by consumers of their own; those of webhooks come with its other events. */
const OWNERS = ['gateway', 'jobs', 'customers'] as const;

/** Logs what the operator's command line has done, once, at the time at which it was done. */
export async function logOperator(tx: EntityManager, event: ReceivedEvent): Promise<void> {
  if (event.type !== 'operator.acted') return;
  const { kind, what } = event.data as unknown as OperatorActivity;
  await activities(tx).add(activityOfOperator(event.companyId, kind, what), event.occurredAt);
}

/** Follows what the operator's command line does in the accounts of companies. */
export function followOperator(parts: ConsumerParts): { stop(): Promise<void> } {
  const consumers = OWNERS.map((owner) =>
    startConsumer({
      ...parts,
      ...consumerOf('dashboard', `${owner}-operator`),
      async handle(tx, events) {
        for (const event of events) await logOperator(tx, event);
      },
    }),
  );
  return {
    async stop() {
      await Promise.all(consumers.map((consumer) => consumer.stop()));
    },
  };
}
