import type { Notifications } from '../persistence/notifications';
import type { Transact } from '../persistence/transaction';
import type { UserRepository } from '../persistence/user-repository';
import { listNotifications } from './list-notifications';
import { listUsers } from './list-users';
import { readNotification } from './read-notification';
import { saveUser } from './save-user';

export interface Dependencies {
  readonly users: Pick<UserRepository, 'list'>;
  readonly notifications: Notifications;
  readonly transact: Transact;
  readonly now: () => Date;
}

export const dashboardUseCases = ({ users, notifications, transact, now }: Dependencies) => ({
  saveUser: saveUser(transact, now),
  listUsers: listUsers(users),
  listNotifications: listNotifications(notifications),
  readNotification: readNotification(notifications, now),
});

export type DashboardUseCases = ReturnType<typeof dashboardUseCases>;
