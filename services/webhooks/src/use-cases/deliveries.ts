import { DomainError, type Caller } from '@svc/contracts';
import type { Attempt, Delivery } from '../domain/delivery';
import type { DeliveryFilter, DeliveryLog } from '../persistence/delivery-log';
import type { Unit } from '../persistence/transaction';
import type { Dependencies } from './dependencies';

async function insist(log: DeliveryLog, companyId: number, id: string): Promise<Delivery> {
  const delivery = await log.find(companyId, id);
  if (!delivery) throw new DomainError('not_found', `There is no delivery ${id}.`);
  return delivery;
}

async function requireOn({ endpoints }: Unit, companyId: number, id: number): Promise<void> {
  const endpoint = await endpoints.lockIfThere(companyId, id);
  const isPaused = (await endpoints.pausedAmong(companyId, [id])).has(id);
  if (endpoint?.isOn && !isPaused) return;
  const state = endpoint ? `is ${isPaused ? 'paused' : 'off'}` : 'does not exist any more';
  throw new DomainError('validation_failed', `Webhook endpoint ${id} ${state}.`);
}

/** What can be done with the log of deliveries. */
export const deliveries = ({
  transact,
  log,
  now,
}: Pick<Dependencies, 'transact' | 'log' | 'now'>) => ({
  listDeliveries: (
    { companyId }: Caller,
    filter: DeliveryFilter,
    limit: number,
  ): Promise<Delivery[]> => log.list(companyId, filter, limit),

  /** A delivery by its own id or by that of an attempt, with all its attempts. */
  async getDelivery(
    { companyId }: Caller,
    id: string,
  ): Promise<{ delivery: Delivery; attempts: Attempt[] }> {
    const delivery = await insist(log, companyId, id);
    return { delivery, attempts: await log.attemptsOf(companyId, delivery.id) };
  },

  /** Sends a delivery once more, under the same event id, with all its attempts before it. */
  resendDelivery: ({ companyId }: Caller, id: string): Promise<Delivery> =>
    transact(async (unit) => {
      const delivery = await insist(unit.log, companyId, id);
      await requireOn(unit, companyId, delivery.endpointId);
      return (await unit.log.resend(companyId, delivery.id, now())) ?? delivery;
    }),

  /** Sends again what failed of an endpoint since a time, and answers how much that is. */
  resendFailed: ({ companyId }: Caller, endpointId: number, since: Date): Promise<number> =>
    transact(async (unit) => {
      await requireOn(unit, companyId, endpointId);
      return unit.log.resendFailed(companyId, endpointId, { since, at: now() });
    }),
});
