import type { Dependencies } from './dependencies';
import { describeSession } from './describe-session';
import { listActivities } from './list-activities';
import { listNotifications } from './list-notifications';
import { listUsers } from './list-users';
import { readAllNotifications } from './read-all-notifications';
import { readNotification } from './read-notification';
import { saveUser } from './save-user';
import { signIn } from './sign-in';
import { signOut } from './sign-out';
import { useSession } from './use-session';

/** Everything that can be done with users and what they are told. */
export const dashboardUseCases = (dependencies: Dependencies) => ({
  saveUser: saveUser(dependencies),
  listUsers: listUsers(dependencies),
  listNotifications: listNotifications(dependencies),
  readNotification: readNotification(dependencies),
  readAllNotifications: readAllNotifications(dependencies),
  listActivities: listActivities(dependencies),
  signIn: signIn(dependencies),
  signOut: signOut(dependencies),
  useSession: useSession(dependencies),
  describeSession: describeSession(dependencies),
});

export type DashboardUseCases = ReturnType<typeof dashboardUseCases>;
