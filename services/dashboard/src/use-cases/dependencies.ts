import type { RunWithinLimit } from '@svc/kernel';
import type { Companies } from '../domain/company';
import type { OwnerServices } from '../owners/owners';
import type { Activities } from '../persistence/activities';
import type { CalendarLinks } from '../persistence/calendar-links';
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

export interface Dependencies extends Companies {
  readonly users: Pick<UserRepository, 'list'>;
  readonly members: Members;
  readonly invitations: Pick<Invitations, 'list'>;
  readonly notifications: Notifications;
  readonly sessions: Sessions;
  readonly activities: Activities;
  readonly calendarLinks: CalendarLinks;
  readonly timezones: Timezones;
  readonly twoSteps: Pick<TwoSteps, 'find'>;
  readonly passwords: PasswordHashes;
  readonly transact: Transact;
  readonly owners: OwnerServices;
  readonly verify: VerifyWithinLimits;
  /** Limits concurrent database queries of a client that has not signed in yet. */
  readonly limitPerClient: RunWithinLimit;
  readonly onNotificationsChanged: (companyId: number) => void;
  readonly publicUrl: string;
  readonly now: () => Date;
}
