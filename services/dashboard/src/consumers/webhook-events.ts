import { consumerOf, type EndpointTrouble } from '@svc/contracts';
import type { Logger } from '@svc/logging';
import type { ReceivedEvent, Stream } from '@svc/messaging';
import { startConsumer } from '@svc/outbox';
import type { Registry } from 'prom-client';
import type { DataSource, EntityManager } from 'typeorm';
import { messageTextOf } from '../domain/endpoint-messages';
import { unitOfWork } from '../persistence/transaction';
import { notifyCompany } from '../use-cases/notify-company';

export interface WebhookEventsSettings {
  readonly db: DataSource;
  readonly stream: Stream;
  readonly log: Logger;
  readonly metrics: Registry;
  readonly now: () => Date;
  /** Called after each transaction: there may be mail. */
  readonly committed: () => void;
  /** Called after notifications of a company's people have changed. */
  readonly notified: (companyId: number) => void;
}

/** Notifies a company's users when its webhook endpoints fail or are switched off. */
export function followWebhooks({
  log,
  now,
  committed,
  notified,
  ...settings
}: WebhookEventsSettings): {
  stop(): Promise<void>;
} {
  async function notify(tx: EntityManager, event: ReceivedEvent): Promise<void> {
    const { id: eventId, companyId, type: kind, occurredAt } = event;
    const data = event.data as unknown as EndpointTrouble;
    const text = messageTextOf({ type: kind, occurredAt, data });
    if (!text) return;
    const notified = await notifyCompany(
      unitOfWork(tx),
      { eventId, companyId, kind, ...text },
      now(),
    );
    if (notified > 0) return;
    log.warn({ event_id: eventId, company_id: companyId, kind }, 'the company has no users');
  }

  return startConsumer({
    ...settings,
    log,
    ...consumerOf('dashboard', 'webhooks'),
    async handle(tx, events) {
      for (const event of events) await notify(tx, event);
    },
    committed(events) {
      committed();
      for (const { companyId } of events) notified(companyId);
    },
  });
}
