import { getMode, type Caller } from '@svc/contracts';
import type { TestEvent } from '../delivery/send-test-event';
import type { Delivery } from '../domain/delivery';
import { switchedOn, type LastingEndpoint } from '../domain/endpoint';
import { endpointActivity } from '../domain/endpoint-activity';
import type { UnitOfWork } from '../persistence/transaction';
import type { Dependencies } from './dependencies';
import { requireDashboard } from './require-endpoint';
import { stopFor } from './stop-endpoint';

export interface Tested {
  readonly endpoint: LastingEndpoint;
  readonly delivery: Delivery;
}

async function keep({ deliveries }: UnitOfWork, { event, attempt }: TestEvent): Promise<Delivery> {
  const { companyId, deliveryId: id } = attempt;
  const added = { id, endpointId: event.recordId, isQueued: false };
  await deliveries.add([{ event, deliveries: [added] }], event.occurredAt);
  await deliveries.finish([attempt]);
  const delivery = await deliveries.find(companyId, id);
  if (!delivery) throw new Error(`Delivery ${id} is not in the log.`);
  return delivery;
}

/** Sends outside any transaction, and then changes the endpoint by the result. */
const testEndpoint =
  (
    { transact, endpoints, sendTestEvent }: Dependencies,
    done: 'Sent a test to' | 'Turned on',
    conclude: (unit: UnitOfWork, endpoint: LastingEndpoint, test: TestEvent) => Promise<void>,
  ) =>
  async (caller: Caller, id: number): Promise<Tested> => {
    const { companyId } = caller;
    const endpoint = requireDashboard(await endpoints.get(companyId, id));
    const secrets = await endpoints.secretsOf(companyId, id);
    const test = await sendTestEvent(endpoint, { secrets, mode: getMode(caller) });
    return transact(async (unit) => {
      const before = await unit.endpoints.lock(companyId, id);
      // The address was changed meanwhile, so the response says nothing about the endpoint.
      const isAsTested = before.url === endpoint.url;
      if (isAsTested) await conclude(unit, before, test);
      const delivery = await keep(unit, test);
      const what = isAsTested && test.verdict === 'succeeded' ? done : 'Sent a test to';
      await unit.outbox.append(
        endpointActivity(before, what, { caller, at: test.event.occurredAt }),
      );
      return { endpoint: await unit.endpoints.get(companyId, id), delivery };
    });
  };

async function stopIfGone(
  unit: UnitOfWork,
  endpoint: LastingEndpoint,
  { verdict, attempt }: TestEvent,
): Promise<void> {
  if (verdict !== 'gone' || !endpoint.isOn) return;
  await stopFor(unit, endpoint, { reason: 'gone', at: attempt.startedAt });
}

export const pingEndpoint = (dependencies: Dependencies) =>
  testEndpoint(dependencies, 'Sent a test to', stopIfGone);

/** The endpoint stays off unless it accepts the test event. */
export const turnOn = (dependencies: Dependencies) =>
  testEndpoint(dependencies, 'Turned on', async (unit, endpoint, test) => {
    if (test.verdict !== 'succeeded') return stopIfGone(unit, endpoint, test);
    if (!endpoint.isOn) await unit.endpoints.turnOn(switchedOn(endpoint, dependencies.now()));
    return undefined;
  });
