import type { DataSource, EntityManager } from 'typeorm';
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
}

export type Transact = <T>(work: (unit: UnitOfWork) => Promise<T>) => Promise<T>;

/** The same inside a transaction that somebody else opened. */
export const unitOfWork = (tx: EntityManager): UnitOfWork => ({
  users: userRepository(tx),
  notifications: notifications(tx),
  mails: outboxMails(tx),
  sessions: sessions(tx),
});

/** Transactions on the dashboard schema. */
export const transactOn =
  (db: DataSource | EntityManager): Transact =>
  (work) =>
    db.transaction((tx) => work(unitOfWork(tx)));
