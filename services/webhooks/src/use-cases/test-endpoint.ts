import { toMode, type Caller } from '@svc/contracts';
import type { SentTest } from '../delivery/send-test-event';
import type { Delivery } from '../domain/delivery';
import { reactivate, type ManagedEndpoint } from '../domain/endpoint';
import { createEndpointActivity } from '../domain/endpoint-activity';
import type { UnitOfWork } from '../persistence/transaction';
import type { Dependencies } from './dependencies';
import { requireDashboard } from './require-endpoint';
import { stopAndAnnounce } from './stop-endpoint';

export interface TestResult {
  readonly endpoint: ManagedEndpoint;
  readonly delivery: Delivery;
}

async function logTest(
  { deliveries }: UnitOfWork,
  { event, attempt }: SentTest,
): Promise<Delivery> {
  const { companyId, deliveryId: id } = attempt;
  const added = { id, endpointId: event.recordId, isQueued: false };
  await deliveries.add([{ event, deliveries: [added] }], event.occurredAt);
  await deliveries.logAttempts([attempt]);
  return deliveries.get(companyId, id);
}

/** Sends outside any transaction, and then changes the endpoint. */
const testEndpoint =
  (
    { transact, endpoints, sendTestEvent }: Dependencies,
    done: 'Sent a test to' | 'Turned on',
    applyResult: (unit: UnitOfWork, endpoint: ManagedEndpoint, test: SentTest) => Promise<void>,
  ) =>
  async (caller: Caller, id: number): Promise<TestResult> => {
    const { companyId } = caller;
    const endpoint = requireDashboard(await endpoints.get(companyId, id));
    const secrets = await endpoints.getSecrets(companyId, id);
    const ownHeaders = await endpoints.getHeaders(companyId, id);
    const test = await sendTestEvent(endpoint, { secrets, ownHeaders, mode: toMode(caller) });
    return transact(async (unit) => {
      const before = await unit.endpoints.lock(companyId, id);
      // If its address was changed meanwhile, the response says nothing about the endpoint.
      const isSameAddress = before.url === endpoint.url;
      if (isSameAddress) await applyResult(unit, before, test);
      const delivery = await logTest(unit, test);
      const what = isSameAddress && test.verdict === 'succeeded' ? done : 'Sent a test to';
      await unit.outbox.append(
        createEndpointActivity(before, what, { caller, at: test.event.occurredAt }),
      );
      return { endpoint: await unit.endpoints.get(companyId, id), delivery };
    });
  };

async function stopIfGone(
  unit: UnitOfWork,
  endpoint: ManagedEndpoint,
  { verdict, attempt }: SentTest,
): Promise<void> {
  if (verdict !== 'gone' || !endpoint.isOn) return;
  await stopAndAnnounce(unit, endpoint, { reason: 'gone', at: attempt.startedAt });
}

export const pingEndpoint = (dependencies: Dependencies) =>
  testEndpoint(dependencies, 'Sent a test to', stopIfGone);

/** The endpoint stays off unless it accepts the test event. */
export const turnOn = (dependencies: Dependencies) =>
  testEndpoint(dependencies, 'Turned on', async (unit, endpoint, test) => {
    if (test.verdict !== 'succeeded') return stopIfGone(unit, endpoint, test);
    if (!endpoint.isOn) await unit.endpoints.turnOn(reactivate(endpoint, dependencies.now()));
    return undefined;
  });
