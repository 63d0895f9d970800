import { transactWith, type TransactWith } from '@svc/outbox';
import type { DataSource, EntityManager } from 'typeorm';
import { activities, type Activities } from './activities';
import { attempts, type Attempts } from './attempts';
import { devices, type Devices } from './devices';
import { invitations, type Invitations } from './invitations';
import { notifications, type Notifications } from './notifications';
import { outboxMails, type OutboxMails } from './outbox-mails';
import { passwordResets, type PasswordResets } from './password-resets';
import { sessions, type Sessions } from './sessions';
import { twoSteps, type TwoSteps } from './two-steps';
import { userRepository, type UserRepository } from './user-repository';

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

export const unitOfWork = (tx: EntityManager): UnitOfWork => ({
  users: userRepository(tx),
  invitations: invitations(tx),
  notifications: notifications(tx),
  mails: outboxMails(tx),
  sessions: sessions(tx),
  activities: activities(tx),
  attempts: attempts(tx),
  twoSteps: twoSteps(tx),
  devices: devices(tx),
  passwordResets: passwordResets(tx),
});

/** `committed` is called after each transaction, because there may be mail. */
export const transactOn = (db: DataSource | EntityManager, committed: () => void): Transact =>
  transactWith(db, unitOfWork, committed);
