import {
  deleteAsset,
  deleteJob,
  removeCustomer,
  restoreAsset,
  restoreCustomer,
  restoreJob,
} from './change-deletion';
import { getReservation } from './get-reservation';
import { saveAssetType } from './save-asset-type';
import { limitPerKey } from '@svc/kernel';
import { acceptInvitation } from './accept-invitation';
import { beginTwoStep } from './begin-two-step';
import { changeApiKey } from './change-api-key';
import { changeCompany } from './change-company';
import { changeEndpoint } from './change-endpoint';
import { changeMe } from './change-me';
import { changePassword } from './change-password';
import { changeRole } from './change-role';
import { createApiKey } from './create-api-key';
import { createEndpoint } from './create-endpoint';
import { createJobOfRequest } from './create-job-of-request';
import { declineServiceRequest } from './decline-service-request';
import { deleteEndpoint } from './delete-endpoint';
import type { Dependencies } from './dependencies';
import { describeSession } from './describe-session';
import { endOtherSessions } from './end-other-sessions';
import { forgetPassword } from './forget-password';
import { getEndpoint } from './get-endpoint';
import { inviteUser } from './invite-user';
import { listActivities } from './list-activities';
import { listActivityPeople } from './list-activity-people';
import { listApiKeys } from './list-api-keys';
import { listEndpoints } from './list-endpoints';
import { listInvitations } from './list-invitations';
import { listHistory } from './list-history';
import { listMembers } from './list-members';
import { listNotifications } from './list-notifications';
import { listOwnSessions } from './list-own-sessions';
import { listTransactions } from './list-transactions';
import { listUsers } from './list-users';
import { verifyWithinLimits } from './verify-within-limits';
import { readAllNotifications } from './read-all-notifications';
import { readNotification } from './read-notification';
import { removeUser } from './remove-user';
import { resendDelivery } from './resend-delivery';
import { resendFailed } from './resend-failed';
import { resetPassword } from './reset-password';
import { revokeApiKey } from './revoke-api-key';
import { rotateSecret } from './rotate-secret';
import { saveUser } from './save-user';
import { signIn } from './sign-in';
import { signOut } from './sign-out';
import { switchEndpoint } from './switch-endpoint';
import { turnOffTwoStep } from './turn-off-two-step';
import { turnOnTwoStep } from './turn-on-two-step';
import { useSession } from './use-session';
import { withdrawInvitation } from './withdraw-invitation';

/** Of the eight connections to the database; the rest is for others. */
const OF_A_CLIENT_AT_ONCE = 2;

/** Everything that people, and the operator for them, can do here. */
export const dashboardUseCases = (given: Omit<Dependencies, 'verify' | 'inTurnOfClient'>) => {
  const inTurnOfClient = limitPerKey(OF_A_CLIENT_AT_ONCE);
  const dependencies = { ...given, verify: verifyWithinLimits(given), inTurnOfClient };
  return {
    saveUser: saveUser(dependencies),
    listUsers: listUsers(dependencies),
    listNotifications: listNotifications(dependencies),
    readNotification: readNotification(dependencies),
    readAllNotifications: readAllNotifications(dependencies),
    listActivities: listActivities(dependencies),
    listActivityPeople: listActivityPeople(dependencies),
    listMembers: listMembers(dependencies),
    changeRole: changeRole(dependencies),
    removeUser: removeUser(dependencies),
    listInvitations: listInvitations(dependencies),
    inviteUser: inviteUser(dependencies),
    withdrawInvitation: withdrawInvitation(dependencies),
    acceptInvitation: acceptInvitation(dependencies),
    listTimezones: dependencies.timezones.list,
    describeCompany: dependencies.companySettings.describe,
    changeCompany: changeCompany(dependencies),
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
    listApiKeys: listApiKeys(dependencies),
    createApiKey: createApiKey(dependencies),
    changeApiKey: changeApiKey(dependencies),
    revokeApiKey: revokeApiKey(dependencies),
    listLoggedRequests: dependencies.requestLog.list,
    getLoggedRequest: dependencies.requestLog.find,
    listLoggedKeys: dependencies.apiKeys.ofMode,
    listEndpoints: listEndpoints(dependencies),
    getEndpoint: getEndpoint(dependencies),
    createEndpoint: createEndpoint(dependencies),
    changeEndpoint: changeEndpoint(dependencies),
    deleteEndpoint: deleteEndpoint(dependencies),
    switchEndpoint: switchEndpoint(dependencies),
    rotateSecret: rotateSecret(dependencies),
    listDeliveries: dependencies.webhooks.deliveries,
    countDeliveries: dependencies.webhooks.deliveriesByHour,
    getDelivery: dependencies.webhooks.delivery,
    resendDelivery: resendDelivery(dependencies),
    resendFailed: resendFailed(dependencies),
    askOwner: dependencies.owners.admin,
    performOperation: dependencies.owners.operation,
    jobHistory: listHistory(dependencies, 'jobs', '/jobs'),
    customerHistory: listHistory(dependencies, 'customers', '/dashboard/customers'),
    assetHistory: listHistory(dependencies, 'assets', '/assets'),
    getReservation: getReservation(dependencies),
    saveAssetType: saveAssetType(dependencies),
    countRequests: dependencies.requests.count,
    deleteJob: deleteJob(dependencies),
    restoreJob: restoreJob(dependencies),
    removeCustomer: removeCustomer(dependencies),
    restoreCustomer: restoreCustomer(dependencies),
    deleteAsset: deleteAsset(dependencies),
    restoreAsset: restoreAsset(dependencies),
    listTransactions: listTransactions(dependencies),
    createJobOfRequest: createJobOfRequest(dependencies),
    declineServiceRequest: declineServiceRequest(dependencies),
  };
};

export type DashboardUseCases = ReturnType<typeof dashboardUseCases>;
