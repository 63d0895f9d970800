import { consumerOf, type EndpointTrouble } from '@svc/contracts';
import type { Logger } from '@svc/logging';
import type { ReceivedEvent, Stream } from '@svc/messaging';
import { startConsumer } from '@svc/outbox';
import type { Registry } from 'prom-client';
import type { DataSource, EntityManager } from 'typeorm';
import type { CompanyOf } from '../domain/company';
import { isWorthTelling, messageTextOf } from '../domain/endpoint-messages';
import { notifications } from '../persistence/notifications';
import { outboxMails } from '../persistence/outbox-mails';
import { userRepository } from '../persistence/user-repository';
import { notifyCompany } from '../use-cases/notify-company';
import { logOperator } from './operator-events';

export interface WebhookEventsSettings {
  readonly db: DataSource;
  readonly stream: Stream;
  readonly log: Logger;
  readonly metrics: Registry;
  readonly companyOf: CompanyOf;
  readonly now: () => Date;
  readonly committed: () => void;
  readonly notified: (companyId: number) => void;
}

export function followWebhooks({
  log,
  companyOf,
  now,
  committed,
  notified,
  ...settings
}: WebhookEventsSettings): {
  stop(): Promise<void>;
} {
  async function notify(tx: EntityManager, event: ReceivedEvent): Promise<void> {
    const { id: eventId, type: kind, occurredAt } = event;
    const data = event.data as unknown as EndpointTrouble;
    const companyId = peopleOf(event);
    const trouble = { type: kind, occurredAt, data };
    if (!isWorthTelling(trouble)) return;
    const text = messageTextOf(trouble, await companyOf(companyId, eventId));
    const notifyPeople = notifyCompany({
      users: userRepository(tx),
      notifications: notifications(tx),
      mails: outboxMails(tx),
    });
    const told = await notifyPeople({ eventId, companyId, kind, ...text }, now());
    const about = { event_id: eventId, company_id: companyId, kind };
    if (told === 'nobody to tell') log.warn(about, 'the company has no users');
    if (told === 'too often') log.warn(about, 'the company is told of nothing more for a while');
  }

  return startConsumer({
    ...settings,
    log,
    ...consumerOf('dashboard', 'webhooks'),
    async handle(tx, events) {
      for (const event of events) {
        await logOperator(tx, event, { owner: 'webhooks', now });
        await notify(tx, event);
      }
    },
    committed(events) {
      committed();
      for (const event of events) notified(peopleOf(event));
    },
  });
}

/** A sandbox has no users of its own; its company's users are notified. */
const peopleOf = ({ companyId, data }: ReceivedEvent): number =>
  (data as unknown as EndpointTrouble).sandbox_of ?? companyId;
