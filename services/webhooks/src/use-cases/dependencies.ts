import type { CheckTarget } from './check-target';
import type { PreparedClaim } from '../delivery/prepare-claim';
import type { SendTestEvent } from '../delivery/send-test-event';
import type { Logger } from '@svc/logging';
import type { CompanySettingsTable } from '../persistence/company-settings';
import type { DeliveryLog } from '../persistence/delivery-log';
import type { DeliveryReads } from '../persistence/delivery-reads';
import type { ClaimedDelivery } from '../persistence/claim-deliveries';
import type { DeliveryQueue } from '../persistence/delivery-queue';
import type { EndpointReads, FindFailing } from '../persistence/endpoint-repository';
import type { ListenerTable } from '../persistence/listeners';
import type { ReencryptSecrets } from '../persistence/reencrypt-secrets';
import type { Transact } from '../persistence/transaction';
import type { Arrivals } from '../delivery/arrivals';
import type { FindLatestRecord, StartReadingRecords } from '../delivery/read-records';
import type { ReadPulledEvents } from '../persistence/pulled-events';

export interface Dependencies {
  readonly transact: Transact;
  readonly transactWithoutWakingRelay: Transact;
  readonly endpoints: EndpointReads;
  readonly reencryptSecrets: ReencryptSecrets;
  readonly deliveries: DeliveryReads;
  readonly listeners: Pick<ListenerTable, 'markSeen'>;
  readonly companies: Pick<CompanySettingsTable, 'mayUse'>;
  readonly queue: DeliveryQueue;
  readonly arrivals: Arrivals;
  readonly readPulledEvents: ReadPulledEvents;
  readonly startReadingRecords: StartReadingRecords;
  readonly prepareClaim: (deliveries: readonly ClaimedDelivery[]) => PreparedClaim;
  /** Runs outside any transaction. */
  readonly logAttempts: DeliveryLog['logAttempts'];
  readonly findFailing: FindFailing;
  /** Milliseconds between attempts. */
  readonly gapsMs: readonly number[];
  readonly checkTarget: CheckTarget;
  readonly sendTestEvent: SendTestEvent;
  readonly findLatestRecord: FindLatestRecord;
  readonly log: Logger;
  readonly now: () => Date;
}
