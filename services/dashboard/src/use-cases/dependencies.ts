import type { ApiKeys } from '../owners/api-keys';
import type { Customers } from '../owners/customers';
import type { Jobs } from '../owners/jobs';
import type { Owners } from '../owners/owners';
import type { Requests } from '../owners/requests';
import type { ServiceRequests } from '../owners/service-requests';
import type { Technicians } from '../owners/technicians';
import type { Webhooks } from '../owners/webhooks';
import type { Activities } from '../persistence/activities';
import type { Notifications } from '../persistence/notifications';
import type { Sessions } from '../persistence/sessions';
import type { Transact } from '../persistence/transaction';
import type { TwoSteps } from '../persistence/two-steps';
import type { UserRepository } from '../persistence/user-repository';
import type { ProveWithinLimits } from './prove-within-limits';

/** What the use cases work with. */
export interface Dependencies {
  readonly users: Pick<UserRepository, 'list'>;
  readonly notifications: Notifications;
  readonly sessions: Sessions;
  readonly activities: Activities;
  readonly twoSteps: Pick<TwoSteps, 'find'>;
  readonly transact: Transact;
  readonly owners: Owners;
  readonly apiKeys: ApiKeys;
  readonly webhooks: Webhooks;
  readonly jobs: Jobs;
  readonly requests: Requests;
  readonly technicians: Technicians;
  readonly customers: Customers;
  readonly serviceRequests: ServiceRequests;
  readonly prove: ProveWithinLimits;
  /** Called after notifications of a company's people have changed. */
  readonly notified: (companyId: number) => void;
  /** Where people reach the platform: what links in mails begin with. */
  readonly publicUrl: string;
  readonly now: () => Date;
}
