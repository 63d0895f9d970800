import { getConsumer, type EndpointTrouble } from '@svc/contracts';
import type { ReceivedEvent } from '@svc/messaging';
import { startConsumer } from '@svc/outbox';
import type { EntityManager } from 'typeorm';
import { createNotice } from '../domain/notice-types';
import { createNotify, type NoticeEventsSettings } from './notify';
import { logOperator } from './operator-events';

export function followWebhooks(settings: NoticeEventsSettings): { stop(): Promise<void> } {
  const { readCompany, now, onCommitted, onNotificationsChanged } = settings;
  const notify = createNotify(settings);

  async function notifyPeople(tx: EntityManager, event: ReceivedEvent): Promise<void> {
    const { id: eventId, type, recordId: id, occurredAt: at } = event;
    const data = event.data as unknown as EndpointTrouble;
    if (!isNoticed(type) || wasTurnedOffOnPurpose(type, data)) return;
    const companyId = getNotifiedCompanyId(event);
    const company = await readCompany(companyId, eventId);
    const mode = data.sandbox_of === undefined ? 'live' : 'test';
    const origin = { eventId, companyId, targetId: id, mode } as const;
    const outcome = await notify(tx, createNotice(type, { id, at, data, company }, origin));
    const about = { event_id: eventId, company_id: companyId, kind: type };
    if (outcome === 'no users') settings.log.warn(about, 'company has no users to notify');
  }

  return startConsumer({
    ...settings,
    ...getConsumer('dashboard', 'webhooks'),
    async handle(tx, events) {
      for (const event of events) {
        await logOperator(tx, event, { owner: 'webhooks', now });
        await notifyPeople(tx, event);
      }
    },
    onCommitted(events) {
      onCommitted();
      for (const event of events) onNotificationsChanged(getNotifiedCompanyId(event));
    },
  });
}

const NOTICED = ['webhook.endpoint_failing', 'webhook.endpoint_off'] as const;

const isNoticed = (type: string): type is (typeof NOTICED)[number] =>
  (NOTICED as readonly string[]).includes(type);

/** A receiver that responds 410 has switched its endpoint off on purpose. */
const wasTurnedOffOnPurpose = (type: string, { reason }: EndpointTrouble): boolean =>
  type === 'webhook.endpoint_off' && reason === 'gone';

/** A sandbox has no users of its own; its company's users are notified. */
const getNotifiedCompanyId = ({ companyId, data }: ReceivedEvent): number =>
  (data as unknown as EndpointTrouble).sandbox_of ?? companyId;
