import type { ConsumerParts } from '@svc/outbox';
import type { EntityManager } from 'typeorm';
import type { ReadCompany } from '../domain/company';
import type { Notice } from '../domain/notice';
import { createUnitOfWork } from '../persistence/transaction';
import { notifyCompany, type NotifyOutcome } from '../use-cases/notify-company';

export interface NoticeEventsSettings extends ConsumerParts {
  readonly readCompany: ReadCompany;
  readonly publicUrl: string;
  readonly now: () => Date;
  readonly onCommitted: () => void;
  readonly onNotificationsChanged: (companyId: number) => void;
}

type NotifySettings = Pick<NoticeEventsSettings, 'log' | 'publicUrl' | 'now'>;

export const createNotify =
  ({ log, publicUrl, now }: NotifySettings) =>
  async (tx: EntityManager, notice: Notice): Promise<NotifyOutcome> => {
    const outcome = await notifyCompany(createUnitOfWork(tx), publicUrl)(notice, now());
    const { eventId, companyId, kind } = notice;
    const about = { event_id: eventId, company_id: companyId, kind };
    if (outcome === 'too many')
      log.warn(about, 'too many notifications in an hour; company not notified');
    return outcome;
  };
