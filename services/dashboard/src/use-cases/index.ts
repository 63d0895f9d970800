import type { Dependencies } from './dependencies';
import { listNotifications } from './list-notifications';
import { listUsers } from './list-users';
import { readNotification } from './read-notification';
import { saveUser } from './save-user';

/** Everything that can be done with users and what they are told. */
export const dashboardUseCases = (dependencies: Dependencies) => ({
  saveUser: saveUser(dependencies),
  listUsers: listUsers(dependencies),
  listNotifications: listNotifications(dependencies),
  readNotification: readNotification(dependencies),
});

export type DashboardUseCases = ReturnType<typeof dashboardUseCases>;
