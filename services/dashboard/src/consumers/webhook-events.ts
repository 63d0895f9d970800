import { getConsumer, type EndpointTrouble } from '@svc/contracts';
import type { Logger } from '@svc/logging';
import type { ReceivedEvent, Stream } from '@svc/messaging';
import { startConsumer } from '@svc/outbox';
import type { Registry } from 'prom-client';
import type { DataSource, EntityManager } from 'typeorm';
import type { ReadCompany } from '../domain/company';
import { shouldNotify, createEndpointMessage } from '../domain/endpoint-messages';
import { createNotifications } from '../persistence/notifications';
import { createOutboxMails } from '../persistence/outbox-mails';
import { createUserRepository } from '../persistence/user-repository';
import { notifyCompany } from '../use-cases/notify-company';
import { logOperator } from './operator-events';

export interface WebhookEventsSettings {
  readonly db: DataSource;
  readonly stream: Stream;
  readonly log: Logger;
  readonly metrics: Registry;
  readonly readCompany: ReadCompany;
  readonly now: () => Date;
  readonly committed: () => void;
  readonly notified: (companyId: number) => void;
}

export function followWebhooks({
  log,
  readCompany,
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
    const companyId = getNotifiedCompanyId(event);
    const trouble = { type: kind, occurredAt, data };
    if (!shouldNotify(trouble)) return;
    const text = createEndpointMessage(trouble, await readCompany(companyId, eventId));
    const notifyPeople = notifyCompany({
      users: createUserRepository(tx),
      notifications: createNotifications(tx),
      mails: createOutboxMails(tx),
    });
    const outcome = await notifyPeople({ eventId, companyId, kind, ...text }, now());
    const about = { event_id: eventId, company_id: companyId, kind };
    if (outcome === 'no users') log.warn(about, 'company has no users to notify');
    if (outcome === 'too many')
      log.warn(about, 'too many notifications in an hour; company not notified');
  }

  return startConsumer({
    ...settings,
    log,
    ...getConsumer('dashboard', 'webhooks'),
    async handle(tx, events) {
      for (const event of events) {
        await logOperator(tx, event, { owner: 'webhooks', now });
        await notify(tx, event);
      }
    },
    committed(events) {
      committed();
      for (const event of events) notified(getNotifiedCompanyId(event));
    },
  });
}

/** A sandbox has no users of its own; its company's users are notified. */
const getNotifiedCompanyId = ({ companyId, data }: ReceivedEvent): number =>
  (data as unknown as EndpointTrouble).sandbox_of ?? companyId;
