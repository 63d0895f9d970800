import type { CheckTarget } from '../delivery/check-target';
import type { SendTestEvent } from '../delivery/send-test-event';
import type { DeliveryLog } from '../persistence/delivery-log';
import type { EndpointReads } from '../persistence/endpoint-repository';
import type { ResealSecrets } from '../persistence/reseal-secrets';
import type { Transact } from '../persistence/transaction';
import type { FindLatestRecord } from '../delivery/latest-records';

/** What the use cases work with. */
export interface Dependencies {
  readonly transact: Transact;
  readonly endpoints: EndpointReads;
  readonly resealSecrets: ResealSecrets;
  readonly log: DeliveryLog;
  readonly checkTarget: CheckTarget;
  readonly sendTestEvent: SendTestEvent;
  readonly findLatestRecord: FindLatestRecord;
  readonly now: () => Date;
}
