import { createLimitPerKey, type Page } from '@svc/kernel';
import type { Person } from '../domain/person';
import { nameAuthors, nameKey, nameKeys } from './add-names';
import {
  createCalendarLink,
  readCalendar,
  revokeCalendarLink,
  getCalendarLink,
} from './calendar-links';
import { changeCompany } from './change-company';
import type { Dependencies } from './dependencies';
import { fillSandbox } from './fill-sandbox';
import { listActivities } from './list-activities';
import { listFirstSteps } from './first-steps';
import { acceptInvitation, inviteUser, withdrawInvitation } from './invitations';
import { changeMe, describeSession, endOtherSessions } from './own-account';
import { changePassword, forgetPassword, resetPassword } from './passwords';
import { readAllNotifications, readNotification } from './read-notifications';
import { recordActivity } from './record-activity';
import { saveUser } from './save-user';
import { searchRecords } from './search-records';
import { createJobOfRequest, declineServiceRequest } from './service-requests';
import { signIn } from './sign-in';
import { changeRole, removeUser } from './team';
import { beginTwoStep, turnOffTwoStep, turnOnTwoStep } from './two-step';
import { useSession } from './use-session';
import { verifyWithinLimits } from './verify-within-limits';

/** The process has eight database connections. */
const MAX_CONCURRENT_SIGNED_OUT_REQUESTS_PER_CLIENT = 2;

export const createDashboardUseCases = (given: Omit<Dependencies, 'verify' | 'limitPerClient'>) => {
  const { invitations, members, notifications, sessions, timezones, users, now } = given;
  const limitPerClient = createLimitPerKey(MAX_CONCURRENT_SIGNED_OUT_REQUESTS_PER_CLIENT);
  const dependencies = { ...given, verify: verifyWithinLimits(given), limitPerClient };
  return {
    listUsers: users.list,
    listMembers: members.list,
    listInvitations: (companyId: number, page: Page) => invitations.list(companyId, page, now()),
    listNotifications: notifications.list,
    listActivityPeople: members.listKnown,
    listTimezones: timezones.list,
    listOwnSessions: ({ companyId, userId: id }: Person) => sessions.list({ companyId, id }, now()),
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
    callOwner: dependencies.owners.call,
    callOperation: dependencies.owners.callOperation,
    nameAuthors: nameAuthors(dependencies),
    nameKey: nameKey(dependencies),
    nameKeys: nameKeys(dependencies),
    recordActivity: recordActivity(dependencies),
    getCalendarLink: getCalendarLink(dependencies),
    createCalendarLink: createCalendarLink(dependencies),
    revokeCalendarLink: revokeCalendarLink(dependencies),
    readCalendar: readCalendar(dependencies),
    listActivities: listActivities(dependencies),
    listFirstSteps: listFirstSteps(dependencies),
    fillSandbox: fillSandbox(dependencies),
    searchRecords: searchRecords(dependencies),
    createJobOfRequest: createJobOfRequest(dependencies),
    declineServiceRequest: declineServiceRequest(dependencies),
  };
};

export type DashboardUseCases = ReturnType<typeof createDashboardUseCases>;
