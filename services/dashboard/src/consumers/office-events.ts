import {
  getConsumer,
  type ExpiringKey,
  type LateJob,
  type LowItem,
  type ReceivedRequest,
} from '@svc/contracts';
import type { ReceivedEvent } from '@svc/messaging';
import { startConsumer } from '@svc/outbox';
import type { EntityManager } from 'typeorm';
import type { Notice } from '../domain/notice';
import type { RecordFacts } from '../domain/message';
import { createNotice, type NoticeOrigin } from '../domain/notice-types';
import { createUserRepository } from '../persistence/user-repository';
import { createNotify, type NoticeEventsSettings } from './notify';

type CreateOfficeNotice = (facts: RecordFacts<unknown>, origin: NoticeOrigin) => Notice;

/** Creates the notice of each consumer's events. */
const NOTICES: Readonly<Record<string, CreateOfficeNotice>> = {
  'late-jobs': (facts, origin) => createNotice('job.late', facts as RecordFacts<LateJob>, origin),
  'service-requests': (facts, origin) =>
    createNotice('service_request.created', facts as RecordFacts<ReceivedRequest>, origin),
  'expiring-keys': (facts, origin) =>
    createNotice('key.expiring', facts as RecordFacts<ExpiringKey>, { ...origin, mode: null }),
  'low-stock': (facts, origin) => createNotice('stock.low', facts as RecordFacts<LowItem>, origin),
};

export function followOffice(settings: NoticeEventsSettings): { stop(): Promise<void> } {
  const { readCompany, onCommitted, onNotificationsChanged } = settings;
  const notify = createNotify(settings);

  async function notifyPeople(
    tx: EntityManager,
    event: ReceivedEvent,
    create: CreateOfficeNotice,
  ): Promise<void> {
    const { id: eventId, companyId, recordId: id, occurredAt: at, data } = event;
    // A sandbox has no users, and its records are nobody's work.
    if ((await createUserRepository(tx).list(companyId)).length === 0) return;
    const company = await readCompany(companyId, eventId);
    const origin = { eventId, companyId, targetId: id, mode: 'live' } as const;
    await notify(tx, create({ id, at, data, company }, origin));
  }

  const consumers = Object.entries(NOTICES).map(([name, create]) =>
    startConsumer({
      ...settings,
      ...getConsumer('dashboard', name),
      // Notices of several companies lock their users in the order of the events.
      isOneByOne: true,
      async handle(tx, events) {
        for (const event of events) await notifyPeople(tx, event, create);
      },
      onCommitted(events) {
        onCommitted();
        for (const { companyId } of events) onNotificationsChanged(companyId);
      },
    }),
  );
  return {
    async stop() {
      await Promise.all(consumers.map((consumer) => consumer.stop()));
    },
  };
}
