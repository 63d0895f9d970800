import { newEventId } from '@svc/outbox';
import type { DataSource } from 'typeorm';
import { createDeliveryId } from '../src/delivery/attempt-delivery';
import type { WebhookEventRecord } from '../src/domain/webhook-body';
import { createDeliveryLog } from '../src/persistence/delivery-log';

export const eventWith = (given: Partial<WebhookEventRecord>): WebhookEventRecord => ({
  id: newEventId(),
  companyId: 1,
  type: 'job.created',
  recordId: 5,
  version: 1,
  occurredAt: new Date(),
  source: 'ui',
  previous: {},
  object: null,
  ...given,
});

/** Queues one delivery of an event of company 1, which can be pulled too; returns its id. */
export async function givenDelivery(db: DataSource, endpointId: number, at: Date): Promise<string> {
  const id = createDeliveryId();
  const event = eventWith({ occurredAt: at });
  await createDeliveryLog(db).add(
    [{ event, deliveries: [{ id, endpointId, isQueued: true }], pulledBy: [endpointId] }],
    at,
  );
  return id;
}
