import { transactWith, type TransactWith } from '@svc/outbox';
import type { DataSource, EntityManager } from 'typeorm';
import { activities, type Activities } from './activities';
import { notifications, type Notifications } from './notifications';
import { outboxMails, type OutboxMails } from './outbox-mails';
import { sessions, type Sessions } from './sessions';
import { userRepository, type UserRepository } from './user-repository';

/** What a use case may touch while a transaction is open. */
export interface UnitOfWork {
  readonly users: UserRepository;
  readonly notifications: Notifications;
  readonly mails: OutboxMails;
  readonly sessions: Sessions;
  readonly activities: Activities;
}

export type Transact = TransactWith<UnitOfWork>;

/** The same inside a transaction that somebody else opened. */
export const unitOfWork = (tx: EntityManager): UnitOfWork => ({
  users: userRepository(tx),
  notifications: notifications(tx),
  mails: outboxMails(tx),
  sessions: sessions(tx),
  activities: activities(tx),
});

/** Transactions on the dashboard schema; `committed` is called after each, as there may be mail. */
export const transactOn = (db: DataSource | EntityManager, committed: () => void): Transact =>
  transactWith(db, unitOfWork, committed);
