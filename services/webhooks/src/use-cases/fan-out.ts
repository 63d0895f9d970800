import { MOST_OF_AN_EVENT, shareAmongCompanies } from '../domain/fan-out-shares';
import type { WebhookEventRecord } from '../domain/webhook-body';
import type { UnitOfWork } from '../persistence/transaction';
import { addDeliveries, withSubscribed } from './add-deliveries';
import type { Dependencies } from './dependencies';

/** Turns each event into one delivery for each endpoint that wants it, or lets it wait for that. */
export const fanOut =
  ({ now }: Pick<Dependencies, 'now'>) =>
  async (unit: UnitOfWork, events: readonly WebhookEventRecord[]): Promise<void> => {
    const wanted = await withSubscribed(
      unit,
      events.map((event) => ({ event })),
      MOST_OF_AN_EVENT + 1,
    );
    const shared = shareAmongCompanies(
      wanted.map(({ event, subscribed }) => {
        const { companyId } = event;
        return { companyId, event, subscribed, deliveries: subscribed.length };
      }),
    );
    const waiting = shared.later.map(({ event }) => event);
    const at = now();
    await addDeliveries(unit, shared.now, at);
    if (waiting.length > 0) await unit.waiting.put(waiting, at);
  };
