import type { EventType, Publisher } from '@svc/contracts';
import { eventually } from '@svc/testing';
import type { Receiver } from './receiver';
import { HOST, serviceWithReceiver, type TestService } from './service';

let service: TestService;
let target: Receiver;

beforeEach(async () => {
  ({ service, target } = await serviceWithReceiver());
});
afterEach(() => service.close());

interface Announced {
  readonly by: Publisher;
  readonly type: string;
}

/** Has a context announce forged events, and then one of its own; answers what is sent. */
async function sentOf(forged: readonly Announced[], own: EventType): Promise<unknown[]> {
  const events = ['job.created', 'customer.removed', 'technician.updated', 'inventory.low_stock'];
  await service.givenEndpoint(`https://${HOST}:${target.port}/`, events);
  for (const { by, type } of forged) await service.publish(type as EventType, 5, { by });
  const eventId = await service.publish(own, 6);
  await eventually(() =>
    expect(target.received.map(({ headers }) => headers['x-svc-event-id'])).toContain(eventId),
  );
  return (await service.deliveries()).map(({ event }) => event);
}

const deadLetters = (): Promise<unknown> =>
  service.db.query(`select consumer, subject, event_id, error from dead_letters order by id`);

it("sends nothing of another context's events that a context announces, and keeps them as dead letters", async () => {
  const forged = ['job.created', 'customer.deleted', 'technician.updated'];

  const sent = await sentOf(
    forged.map((type) => ({ by: 'inventory', type })),
    'stock.low',
  );

  expect(sent).toEqual(['inventory.low_stock']);
  expect(await deadLetters()).toEqual(
    forged.map((type) => ({
      consumer: 'webhooks-inventory',
      subject: `fsm.inventory.${type}`,
      event_id: null,
      error: "Malformed event: its type is another context's.",
    })),
  );
});

it('sends nothing of an event that a context announces by the name it has outside', async () => {
  const forged = [
    { by: 'jobs', type: 'customer.removed' },
    { by: 'jobs', type: 'inventory.low_stock' },
  ] as const;

  expect(await sentOf(forged, 'job.created')).toEqual(['job.created']);
});
