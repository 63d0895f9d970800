import { getConsumer, parseOperatorActivity, type Publisher } from '@svc/contracts';
import { MalformedEvent, type ReceivedEvent } from '@svc/messaging';
import { startConsumer, type ConsumerParts } from '@svc/outbox';
import type { EntityManager } from 'typeorm';
import { createOperatorActivity } from '../domain/activity';
import { createActivityLog } from '../persistence/activities';

/** Operator events of webhooks arrive with its other events. */
const OWNERS = ['gateway', 'jobs', 'customers'] as const;

export interface OperatorEventsSettings {
  readonly owner: Publisher;
  readonly now: () => Date;
}

export async function logOperator(
  tx: EntityManager,
  event: ReceivedEvent,
  { owner, now }: OperatorEventsSettings,
): Promise<void> {
  if (event.type !== 'operator.acted') return;
  const activity = parseOperatorActivity(owner, event.data);
  if (!activity) throw new MalformedEvent(`its data is no operator activity of ${owner}`);
  const { kind, what } = activity;
  // A time in the future would stay on top of the log and outlive its retention.
  const at = new Date(Math.min(event.occurredAt.getTime(), now().getTime()));
  await createActivityLog(tx).add(createOperatorActivity(event.companyId, kind, what), at);
}

export function followOperator({
  now,
  ...parts
}: ConsumerParts & Pick<OperatorEventsSettings, 'now'>): { stop(): Promise<void> } {
  const consumers = OWNERS.map((owner) =>
    startConsumer({
      ...parts,
      ...getConsumer('dashboard', `${owner}-operator`),
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
