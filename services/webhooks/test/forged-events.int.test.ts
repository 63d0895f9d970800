import type { EventType, Publisher } from '@svc/contracts';
import { newEventId } from '@svc/outbox';
import { eventually } from '@svc/testing';
import { createDeliveryId } from '../src/delivery/attempt-delivery';
import type { WebhookEventRecord } from '../src/domain/webhook-body';
import { createDeliveryLog } from '../src/persistence/delivery-log';
import { eventWith } from './given';
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

/** Announces forged events and then an own one; returns what is sent. */
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

describe("the id of another context's event, announced by a context as that of an event of its own", () => {
  const OWN = 'customer.created';
  const FORGED = 'job.created';

  const subscribe = (path: string, events: readonly string[], companyId: number) =>
    service.givenEndpoint(`https://${HOST}:${target.port}${path}`, events, companyId);

  const receivedAt = (at: string): unknown[] =>
    target.received
      .filter(({ path }) => path === at)
      .map(({ headers, body }) => {
        const { id, type, data } = JSON.parse(body);
        expect(headers).toMatchObject({ 'x-svc-event-id': id, 'x-svc-event-type': type });
        return { id, type, object: data.object };
      });

  const received = (count: number): Promise<void> =>
    eventually(() => expect(target.received.length).toBe(count));

  const own = (id: string) => ({
    id,
    type: OWN,
    object: expect.objectContaining({ customer_id: 5, customer_name: 'Ada' }),
  });
  const forged = (id: string) => ({
    id,
    type: FORGED,
    object: expect.objectContaining({ job_id: 6, job_title: 'Forged' }),
  });

  const statuses = async (): Promise<string[][]> =>
    (await service.deliveries()).map(({ event, event_id, status }) => [event, event_id, status]);

  const givenRecords = (companyOfJob: number): void => {
    service.givenCustomer(5, 1, { customer_name: 'Ada' });
    service.givenJob(6, { job_title: 'Forged' }, companyOfJob);
  };

  it.each([
    ['the same company', 1],
    ['another company', 2],
  ])('of %s, gets each its own record where both are sent together', async (_, companyId) => {
    givenRecords(companyId);
    const ownEndpoint = await subscribe('/own', [OWN], 1);
    const forgedEndpoint = await subscribe('/forged', [FORGED], companyId);
    const id = newEventId();
    const event = (given: Partial<WebhookEventRecord>) => eventWith({ id, type: OWN, ...given });
    const to = (endpoint: { readonly id: number }) => [
      { id: createDeliveryId(), endpointId: endpoint.id, isQueued: true },
    ];

    // Written together, so that one claim takes both.
    await createDeliveryLog(service.db).add(
      [
        {
          event: event({ type: FORGED, companyId, recordId: 6 }),
          deliveries: to(forgedEndpoint),
        },
        { event: event({}), deliveries: to(ownEndpoint) },
      ],
      new Date(),
    );

    await received(2);
    expect(receivedAt('/own')).toEqual([own(id)]);
    expect(receivedAt('/forged')).toEqual([forged(id)]);
  });

  it.each([
    ['before', [FORGED, OWN]],
    ['after', [OWN, FORGED]],
  ] as const)('swallows nothing where it is announced %s', async (_, types) => {
    givenRecords(1);
    await subscribe('/own', [OWN], 1);
    await subscribe('/forged', [FORGED], 1);
    await subscribe('/both', [OWN, FORGED], 1);
    const id = newEventId();

    let soFar = 0;
    for (const type of types) {
      const recordId = type === OWN ? 5 : 6;
      await service.publish(type, recordId, { id });
      soFar += 2;
      await received(soFar);
    }

    expect(receivedAt('/own')).toEqual([own(id)]);
    expect(receivedAt('/forged')).toEqual([forged(id)]);
    expect(receivedAt('/both')).toEqual(types.map((type) => (type === OWN ? own(id) : forged(id))));
    const done = (event: string) => [event, id, 'succeeded'];
    await eventually(async () =>
      expect((await statuses()).sort()).toEqual([OWN, OWN, FORGED, FORGED].map(done)),
    );
  });

  it('shows an endpoint the event that it subscribed to, though it is resent', async () => {
    givenRecords(1);
    await subscribe('/own', [OWN], 1);
    await subscribe('/forged', [FORGED], 1);
    const id = newEventId();
    await service.publish(FORGED, 6, { id });
    await service.publish(OWN, 5, { id });
    await received(2);
    await eventually(async () =>
      expect((await statuses()).map(([, , status]) => status)).toEqual(['succeeded', 'succeeded']),
    );
    const [ofOwn] = (await service.deliveries()).filter(({ event }) => event === OWN);

    await service.admin.post('/admin/deliveries/resend', { delivery_id: ofOwn?.id });

    await received(3);
    expect(receivedAt('/own')).toEqual([own(id), own(id)]);
  });
});
