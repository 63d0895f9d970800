import { createTransactWith, type TransactWith } from '@svc/outbox';
import type { DataSource, EntityManager } from 'typeorm';
import { createActivityLog, type Activities } from './activities';
import { createAttempts, type Attempts } from './attempts';
import { createDevices, type Devices } from './devices';
import { createInvitations, type Invitations } from './invitations';
import { createNotifications, type Notifications } from './notifications';
import { createOutboxMails, type OutboxMails } from './outbox-mails';
import { createPasswordResets, type PasswordResets } from './password-resets';
import { createSessions, type Sessions } from './sessions';
import { createTwoSteps, type TwoSteps } from './two-steps';
import { createUserRepository, type UserRepository } from './user-repository';

export interface UnitOfWork {
  readonly users: UserRepository;
  readonly invitations: Invitations;
  readonly notifications: Notifications;
  readonly mails: OutboxMails;
  readonly sessions: Sessions;
  readonly activities: Activities;
  readonly attempts: Attempts;
  readonly twoSteps: TwoSteps;
  readonly devices: Devices;
  readonly passwordResets: PasswordResets;
}

export type Transact = TransactWith<UnitOfWork>;

export const createUnitOfWork = (tx: EntityManager): UnitOfWork => ({
  users: createUserRepository(tx),
  invitations: createInvitations(tx),
  notifications: createNotifications(tx),
  mails: createOutboxMails(tx),
  sessions: createSessions(tx),
  activities: createActivityLog(tx),
  attempts: createAttempts(tx),
  twoSteps: createTwoSteps(tx),
  devices: createDevices(tx),
  passwordResets: createPasswordResets(tx),
});

/** `onCommitted` is called after each transaction, because there may be mail. */
export const createTransact = (db: DataSource | EntityManager, onCommitted: () => void): Transact =>
  createTransactWith(db, createUnitOfWork, onCommitted);
