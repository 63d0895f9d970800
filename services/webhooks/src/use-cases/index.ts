import type { Caller } from '@svc/contracts';
import type { Page } from '@svc/kernel';
import type { DeliveryFilter } from '../persistence/delivery-reads';
import { awaitDeliveries } from './await-deliveries';
import { changeEndpoint } from './change-endpoint';
import { countDeliveries } from './count-deliveries';
import { countFailed } from './count-failed';
import { createEndpoint } from './create-endpoint';
import { deleteEndpoint } from './delete-endpoint';
import type { Dependencies } from './dependencies';
import { fanOut, fanOutWaiting } from './fan-out';
import { followCompaniesAndKeys } from './follow-companies-and-keys';
import { getDelivery } from './get-delivery';
import { getHookDelivery } from './get-hook-delivery';
import { getEndpoint, listEndpoints } from './list-endpoints';
import { listHookDeliveries } from './list-hook-deliveries';
import { listHookChanges, listHooks } from './list-hooks';
import { endAbandonedListeners, startListening, stopListening } from './listeners';
import { pauseHook, resumeHook } from './pause-hook';
import { pingHook } from './ping-hook';
import { pullEvents } from './pull-events';
import { recordAttempts } from './record-attempts';
import { reportAttempt } from './report-attempt';
import { resendDelivery } from './resend-delivery';
import { resendFailed } from './resend-failed';
import { resendFailedHookDeliveries, resendHookDelivery } from './resend-hook-deliveries';
import { rotateHookSecret, rotateSecret } from './rotate-secret';
import { sampleEvent } from './sample-event';
import { saveEndpoint } from './save-endpoint';
import { stopDeliveries, stopDeliveriesOfRemoved, stopDelivery } from './stop-deliveries';
import { subscribeHook } from './subscribe-hook';
import { claimForListener } from './claim-for-listener';
import { pingEndpoint, turnOn } from './test-endpoint';
import { turnOff } from './turn-off';
import { unsubscribeHook } from './unsubscribe-hook';

export const createWebhooksUseCases = (dependencies: Dependencies) => ({
  subscribeHook: subscribeHook(dependencies),
  unsubscribeHook: unsubscribeHook(dependencies),
  listHooks: listHooks(dependencies),
  listHookChanges: listHookChanges(dependencies),
  sampleEvent: sampleEvent(dependencies),
  pullEvents: pullEvents(dependencies),
  listHookDeliveries: listHookDeliveries(dependencies),
  getHookDelivery: getHookDelivery(dependencies),
  resendHookDelivery: resendHookDelivery(dependencies),
  resendFailedHookDeliveries: resendFailedHookDeliveries(dependencies),
  pingHook: pingHook(dependencies),
  rotateHookSecret: rotateHookSecret(dependencies),
  pauseHook: pauseHook(dependencies),
  resumeHook: resumeHook(dependencies),
  listEndpoints: listEndpoints(dependencies),
  getEndpoint: getEndpoint(dependencies),
  createEndpoint: createEndpoint(dependencies),
  saveEndpoint: saveEndpoint(dependencies),
  changeEndpoint: changeEndpoint(dependencies),
  turnOff: turnOff(dependencies),
  rotateSecret: rotateSecret(dependencies),
  deleteEndpoint: deleteEndpoint(dependencies),
  pingEndpoint: pingEndpoint(dependencies),
  turnOn: turnOn(dependencies),
  listDeliveries: ({ companyId }: Caller, filter: DeliveryFilter, page: Page) =>
    dependencies.deliveries.page(companyId, filter, page),
  countDeliveries: countDeliveries(dependencies),
  countFailed: countFailed(dependencies),
  getDelivery: getDelivery(dependencies),
  resendDelivery: resendDelivery(dependencies),
  resendFailed: resendFailed(dependencies),
  reencryptSecrets: ({ companyId }: Caller) => dependencies.reencryptSecrets(companyId),
  startListening: startListening(dependencies),
  awaitDeliveries: awaitDeliveries(dependencies),
  claimForListener: claimForListener(dependencies),
  reportAttempt: reportAttempt(dependencies),
  stopListening: stopListening(dependencies),
  endAbandonedListeners: endAbandonedListeners(dependencies),
  fanOut: fanOut(dependencies),
  fanOutWaiting: fanOutWaiting(dependencies),
  followCompaniesAndKeys: followCompaniesAndKeys(),
  recordAttempts: recordAttempts(dependencies),
  stopDeliveries: stopDeliveries(dependencies),
  stopDeliveriesOfRemoved: stopDeliveriesOfRemoved(dependencies),
  stopDelivery: stopDelivery(dependencies),
});

export type WebhooksUseCases = ReturnType<typeof createWebhooksUseCases>;
