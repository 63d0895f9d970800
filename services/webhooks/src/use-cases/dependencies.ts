import type { CheckTarget } from '../delivery/check-target';
import type { PreparedClaim } from '../delivery/prepare-claim';
import type { SendTestEvent } from '../delivery/send-test-event';
import type { Logger } from '@svc/logging';
import type { CompanySettingsTable } from '../persistence/company-settings';
import type { StoppedDelivery } from '../persistence/delivery-log';
import type { DeliveryReads } from '../persistence/delivery-reads';
import type { Claimed, DeliveryQueue } from '../persistence/delivery-queue';
import type { EndpointReads } from '../persistence/endpoint-repository';
import type { ListenerTable } from '../persistence/listeners';
import type { ResealSecrets } from '../persistence/reseal-secrets';
import type { Transact } from '../persistence/transaction';
import type { FindLatestRecord } from '../delivery/latest-records';
import type { SettleAttempts } from './settle-attempts';

/** What the use cases work with. */
export interface Dependencies {
  readonly transact: Transact;
  readonly endpoints: EndpointReads;
  readonly resealSecrets: ResealSecrets;
  readonly deliveries: DeliveryReads;
  readonly listeners: Pick<ListenerTable, 'seen'>;
  readonly companies: Pick<CompanySettingsTable, 'mayUse'>;
  readonly stopDelivery: (stopped: StoppedDelivery) => Promise<void>;
  readonly queue: DeliveryQueue;
  readonly prepare: (claimed: readonly Claimed[]) => PreparedClaim;
  readonly settle: SettleAttempts;
  readonly checkTarget: CheckTarget;
  readonly sendTestEvent: SendTestEvent;
  readonly findLatestRecord: FindLatestRecord;
  readonly log: Logger;
  readonly now: () => Date;
}
