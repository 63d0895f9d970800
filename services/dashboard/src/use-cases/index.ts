import { limitPerKey, type Page } from '@svc/kernel';
import type { Person } from '../domain/person';
import { acceptInvitation } from './accept-invitation';
import { beginTwoStep } from './begin-two-step';
import { changeCompany } from './change-company';
import { changeMe } from './change-me';
import { changePassword } from './change-password';
import { changeRole } from './change-role';
import type { Dependencies } from './dependencies';
import { describeSession } from './describe-session';
import { endOtherSessions } from './end-other-sessions';
import { forgetPassword } from './forget-password';
import { inviteUser } from './invite-user';
import { nameAuthors } from './name-authors';
import { nameKey, nameKeys } from './name-keys';
import { verifyWithinLimits } from './verify-within-limits';
import { readAllNotifications } from './read-all-notifications';
import { readNotification } from './read-notification';
import { recordActivity } from './record-activity';
import { removeUser } from './remove-user';
import { resetPassword } from './reset-password';
import { saveUser } from './save-user';
import { createJobOfRequest, declineServiceRequest } from './service-requests';
import { signIn } from './sign-in';
import { turnOffTwoStep } from './turn-off-two-step';
import { turnOnTwoStep } from './turn-on-two-step';
import { useSession } from './use-session';
import { withdrawInvitation } from './withdraw-invitation';

/** The process has eight database connections. */
const OF_A_CLIENT_AT_ONCE = 2;

export const dashboardUseCases = (given: Omit<Dependencies, 'verify' | 'inTurnOfClient'>) => {
  const { activities, invitations, members, notifications, sessions, timezones, users, now } =
    given;
  const inTurnOfClient = limitPerKey(OF_A_CLIENT_AT_ONCE);
  const dependencies = { ...given, verify: verifyWithinLimits(given), inTurnOfClient };
  return {
    listUsers: users.list,
    listMembers: members.list,
    listInvitations: (companyId: number, page: Page) => invitations.list(companyId, page, now()),
    listNotifications: notifications.list,
    listActivities: activities.list,
    listActivityPeople: members.known,
    listTimezones: timezones.list,
    listOwnSessions: ({ companyId, userId: id }: Person) =>
      sessions.listOf({ companyId, id }, now()),
    signOut: sessions.end,
    saveUser: saveUser(dependencies),
    readNotification: readNotification(dependencies),
    readAllNotifications: readAllNotifications(dependencies),
    changeRole: changeRole(dependencies),
    removeUser: removeUser(dependencies),
    inviteUser: inviteUser(dependencies),
    withdrawInvitation: withdrawInvitation(dependencies),
    acceptInvitation: acceptInvitation(dependencies),
    changeCompany: changeCompany(dependencies),
    signIn: signIn(dependencies),
    useSession: useSession(dependencies),
    describeSession: describeSession(dependencies),
    changeMe: changeMe(dependencies),
    changePassword: changePassword(dependencies),
    forgetPassword: forgetPassword(dependencies),
    resetPassword: resetPassword(dependencies),
    beginTwoStep: beginTwoStep(dependencies),
    turnOnTwoStep: turnOnTwoStep(dependencies),
    turnOffTwoStep: turnOffTwoStep(dependencies),
    endOtherSessions: endOtherSessions(dependencies),
    askOwner: dependencies.owners.ask,
    performOperation: dependencies.owners.operation,
    nameAuthors: nameAuthors(dependencies),
    nameKey: nameKey(dependencies),
    nameKeys: nameKeys(dependencies),
    recordActivity: recordActivity(dependencies),
    createJobOfRequest: createJobOfRequest(dependencies),
    declineServiceRequest: declineServiceRequest(dependencies),
  };
};

export type DashboardUseCases = ReturnType<typeof dashboardUseCases>;
