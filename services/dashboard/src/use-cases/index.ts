import { beginTwoStep } from './begin-two-step';
import { changeMe } from './change-me';
import { changePassword } from './change-password';
import type { Dependencies } from './dependencies';
import { describeSession } from './describe-session';
import { endOtherSessions } from './end-other-sessions';
import { forgetPassword } from './forget-password';
import { listActivities } from './list-activities';
import { listNotifications } from './list-notifications';
import { listOwnSessions } from './list-own-sessions';
import { listUsers } from './list-users';
import { proveWithinLimits } from './prove-within-limits';
import { readAllNotifications } from './read-all-notifications';
import { readNotification } from './read-notification';
import { resetPassword } from './reset-password';
import { saveUser } from './save-user';
import { signIn } from './sign-in';
import { signOut } from './sign-out';
import { turnOffTwoStep } from './turn-off-two-step';
import { turnOnTwoStep } from './turn-on-two-step';
import { useSession } from './use-session';

/** Everything that can be done with users and what they are told. */
export const dashboardUseCases = (given: Omit<Dependencies, 'prove'>) => {
  const dependencies = { ...given, prove: proveWithinLimits(given) };
  return {
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
    changeMe: changeMe(dependencies),
    changePassword: changePassword(dependencies),
    forgetPassword: forgetPassword(dependencies),
    resetPassword: resetPassword(dependencies),
    beginTwoStep: beginTwoStep(dependencies),
    turnOnTwoStep: turnOnTwoStep(dependencies),
    turnOffTwoStep: turnOffTwoStep(dependencies),
    listOwnSessions: listOwnSessions(dependencies),
    endOtherSessions: endOtherSessions(dependencies),
  };
};

export type DashboardUseCases = ReturnType<typeof dashboardUseCases>;
