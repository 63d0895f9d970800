import { consumerOf, operatorActivityIn, type Publisher } from '@svc/contracts';
import { MalformedEvent, type ReceivedEvent } from '@svc/messaging';
import { startConsumer, type ConsumerParts } from '@svc/outbox';
import type { EntityManager } from 'typeorm';
import { activityOfOperator } from '../domain/activity';
import { activities } from '../persistence/activities';

/** Whose operator's changes are heard by consumers of their own; those of webhooks come with its other events. */
const OWNERS = ['gateway', 'jobs', 'customers'] as const;

/** Where an event comes from, and the time by which it came. */
export interface OperatorEventsSettings {
  readonly owner: Publisher;
  readonly now: () => Date;
}

/** Logs what the operator's command line has done, once, at the time at which it was done. */
export async function logOperator(
  tx: EntityManager,
  event: ReceivedEvent,
  { owner, now }: OperatorEventsSettings,
): Promise<void> {
  if (event.type !== 'operator.acted') return;
  const activity = operatorActivityIn(owner, event.data);
  if (!activity)
    throw new MalformedEvent(`its data is nothing that ${owner} may say of the operator`);
  const { kind, what } = activity;
  // What is said to come later would stay on top, and outlive the year.
  const at = new Date(Math.min(event.occurredAt.getTime(), now().getTime()));
  await activities(tx).add(activityOfOperator(event.companyId, kind, what), at);
}

/** Follows what the operator's command line does in the accounts of companies. */
export function followOperator({
  now,
  ...parts
}: ConsumerParts & Pick<OperatorEventsSettings, 'now'>): { stop(): Promise<void> } {
  const consumers = OWNERS.map((owner) =>
    startConsumer({
      ...parts,
      ...consumerOf('dashboard', `${owner}-operator`),
      async handle(tx, events) {
        for (const event of events) await logOperator(tx, event, { owner, now });
      },
    }),
  );
  return {
    async stop() {
      await Promise.all(consumers.map((consumer) => consumer.stop()));
    },
  };
}
