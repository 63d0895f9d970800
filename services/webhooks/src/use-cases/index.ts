import { awaitDeliveries } from './await-deliveries';
import { changeEndpoint } from './change-endpoint';
import { countDeliveries } from './count-deliveries';
import { createEndpoint } from './create-endpoint';
import { deleteEndpoint } from './delete-endpoint';
import type { Dependencies } from './dependencies';
import { endAbandonedListeners } from './end-abandoned-listeners';
import { fanOut, fanOutWaiting } from './fan-out';
import { followCompaniesAndKeys } from './follow-companies-and-keys';
import { getDelivery } from './get-delivery';
import { getEndpoint } from './get-endpoint';
import { listDeliveries } from './list-deliveries';
import { listEndpoints } from './list-endpoints';
import { listHookChanges, listHooks } from './list-hooks';
import { pingEndpoint } from './ping-endpoint';
import { reportAttempt } from './report-attempt';
import { resendDelivery } from './resend-delivery';
import { resendFailed } from './resend-failed';
import { rewrapSecrets } from './rewrap-secrets';
import { rotateSecret } from './rotate-secret';
import { sampleEvent } from './sample-event';
import { saveEndpoint } from './save-endpoint';
import { settleAttempts } from './settle-attempts';
import { startListening } from './start-listening';
import { stopDeliveries } from './stop-deliveries';
import { stopDeliveriesOfRemoved } from './stop-deliveries-of-removed';
import { stopDelivery } from './stop-delivery';
import { stopListening } from './stop-listening';
import { subscribeHook } from './subscribe-hook';
import { takeDeliveries } from './take-deliveries';
import { turnOff } from './turn-off';
import { turnOn } from './turn-on';
import { unsubscribeHook } from './unsubscribe-hook';

/** The operations of this context, what the dashboard may do beyond them, and what events and time bring about. */
export const webhooksUseCases = (dependencies: Dependencies) => ({
  subscribeHook: subscribeHook(dependencies),
  unsubscribeHook: unsubscribeHook(dependencies),
  listHooks: listHooks(dependencies),
  listHookChanges: listHookChanges(dependencies),
  sampleEvent: sampleEvent(dependencies),
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
  listDeliveries: listDeliveries(dependencies),
  countDeliveries: countDeliveries(dependencies),
  getDelivery: getDelivery(dependencies),
  resendDelivery: resendDelivery(dependencies),
  resendFailed: resendFailed(dependencies),
  rewrapSecrets: rewrapSecrets(dependencies),
  startListening: startListening(dependencies),
  awaitDeliveries: awaitDeliveries(dependencies),
  takeDeliveries: takeDeliveries(dependencies),
  reportAttempt: reportAttempt(dependencies),
  stopListening: stopListening(dependencies),
  endAbandonedListeners: endAbandonedListeners(dependencies),
  fanOut: fanOut(dependencies),
  fanOutWaiting: fanOutWaiting(dependencies),
  followCompaniesAndKeys: followCompaniesAndKeys(),
  settleAttempts: settleAttempts(dependencies),
  stopDeliveries: stopDeliveries(dependencies),
  stopDeliveriesOfRemoved: stopDeliveriesOfRemoved(dependencies),
  stopDelivery: stopDelivery(dependencies),
});

export type WebhooksUseCases = ReturnType<typeof webhooksUseCases>;
