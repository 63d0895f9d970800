import type { ActivityKind } from '../../contract/values';
import type { Message } from './message';
import type { Person } from './person';

/** Something that was done in a company's account, and by whom. */
export interface Activity {
  readonly companyId: number;
  /** Null where the operator did it. */
  readonly userId: number | null;
  readonly who: string;
  readonly kind: ActivityKind;
  readonly what: string;
  readonly address: string | null;
}

/** A change's entry in the log of activity, and its notification to the company's people. */
export interface LoggedChange {
  readonly kind: ActivityKind;
  /** A sentence without its full stop. */
  readonly what: string;
  readonly message?: Message;
}

/** What a person did; `what` is a sentence without its full stop. */
export const activityOf = (
  { companyId, userId, name: who, address }: Omit<Person, 'email' | 'role' | 'sessionId'>,
  kind: ActivityKind,
  what: string,
): Activity => ({ companyId, userId, who, kind, what, address });

/** What the operator's command line did. */
export const activityOfOperator = (
  companyId: number,
  kind: ActivityKind,
  what: string,
): Activity => ({ companyId, userId: null, who: 'Operator', kind, what, address: null });
