import type { RunWithinLimit } from '@svc/kernel';
import type { Companies, CompanyOf } from '../domain/company';
import type { KeyNames } from '../owners/key-names';
import type { Owners } from '../owners/owners';
import type { ServiceRequests } from '../owners/service-requests';
import type { Activities } from '../persistence/activities';
import type { Invitations } from '../persistence/invitations';
import type { Members } from '../persistence/members';
import type { Notifications } from '../persistence/notifications';
import type { PasswordHashes } from '../persistence/password-hash';
import type { Sessions } from '../persistence/sessions';
import type { Timezones } from '../persistence/timezones';
import type { Transact } from '../persistence/transaction';
import type { TwoSteps } from '../persistence/two-steps';
import type { UserRepository } from '../persistence/user-repository';
import type { VerifyWithinLimits } from './verify-within-limits';

/** What the use cases work with. */
export interface Dependencies {
  readonly users: Pick<UserRepository, 'list'>;
  readonly members: Members;
  readonly invitations: Pick<Invitations, 'list'>;
  readonly notifications: Notifications;
  readonly sessions: Sessions;
  readonly activities: Activities;
  readonly timezones: Timezones;
  readonly twoSteps: Pick<TwoSteps, 'find'>;
  readonly passwords: PasswordHashes;
  readonly transact: Transact;
  readonly owners: Owners;
  readonly companyOf: CompanyOf;
  readonly forgetCompany: Companies['forgetCompany'];
  readonly keyNames: KeyNames;
  readonly serviceRequests: ServiceRequests;
  readonly verify: VerifyWithinLimits;
  /**
   * Runs what is asked of the database before it is known who asks: a few of one client at a time, whose
   * others wait, and not those of everybody.
   */
  readonly inTurnOfClient: RunWithinLimit;
  /** Called after notifications of a company's people have changed. */
  readonly notified: (companyId: number) => void;
  /** Where people reach the platform: what links in mails begin with. */
  readonly publicUrl: string;
  readonly now: () => Date;
}
