import { DomainError, invalidField, type Caller } from '@svc/contracts';
import type { ListedDelivery } from '../domain/delivery';
import {
  isManaged,
  isPulled,
  type ManagedEndpoint,
  type WebhookEndpoint,
} from '../domain/endpoint';
import type { HookEvent } from '../domain/hook-events';
import { TEST_EVENT } from '../domain/webhook-body';
import type { UnitOfWork } from '../persistence/transaction';
import type { Dependencies } from './dependencies';
import { requireKeyId, requireReadScope } from './subscribe-hook';

function requireOwn(caller: Caller, endpoint: WebhookEndpoint | null | undefined): ManagedEndpoint {
  const keyId = requireKeyId(caller);
  if (endpoint && isManaged(endpoint) && endpoint.keyId === keyId) return endpoint;
  throw new DomainError('not_found', 'Webhook subscription not found.');
}

/** @throws not_found unless the key itself subscribed */
export async function getOwnHook(
  { endpoints }: Pick<Dependencies, 'endpoints'>,
  caller: Caller,
  id: number,
): Promise<ManagedEndpoint> {
  const [endpoint] = await endpoints.find({ companyId: caller.companyId, id });
  return requireOwn(caller, endpoint);
}

/** @throws not_found unless the key itself subscribed */
export const lockOwnHook = async (
  { endpoints }: UnitOfWork,
  caller: Caller,
  id: number,
): Promise<ManagedEndpoint> =>
  requireOwn(caller, await endpoints.lockIfThere(caller.companyId, id));

/** @throws not_found unless the key itself subscribed, and validation_failed if nothing is sent */
export async function lockOwnPushedHook(
  unit: UnitOfWork,
  caller: Caller,
  id: number,
): Promise<ManagedEndpoint> {
  const hook = await lockOwnHook(unit, caller, id);
  if (isPulled(hook))
    throw invalidField('id', `Subscription ${id} is pulled; nothing is sent to it.`);
  return hook;
}

/** Its bodies hold records, which the key must still be allowed to read. @throws not_found */
export async function getOwnDelivery(
  dependencies: Pick<Dependencies, 'endpoints' | 'deliveries'>,
  caller: Caller,
  id: string,
): Promise<ListedDelivery> {
  const delivery = await dependencies.deliveries.get(caller.companyId, id);
  await getOwnHook(dependencies, caller, delivery.endpointId);
  if (delivery.eventType !== TEST_EVENT) requireReadScope(caller, delivery.eventType as HookEvent);
  return delivery;
}
