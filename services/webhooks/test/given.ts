import { newEventId } from '@svc/outbox';
import type { DataSource } from 'typeorm';
import { newDeliveryId } from '../src/delivery/attempt-delivery';
import { deliveryLog } from '../src/persistence/delivery-log';

/** Logs an event of company 1 and queues its one delivery, whose id is the answer. */
export async function givenDelivery(db: DataSource, endpointId: number, at: Date): Promise<string> {
  const id = newDeliveryId();
  const event = {
    id: newEventId(),
    companyId: 1,
    type: 'job.created',
    recordId: 5,
    version: 1,
    occurredAt: at,
    source: 'ui',
    previous: {},
    object: null,
  };
  await deliveryLog(db).add([{ event, deliveries: [{ id, endpointId, isQueued: true }] }], at);
  return id;
}
