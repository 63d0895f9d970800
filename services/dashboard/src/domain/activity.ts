import type { ActivityKind } from '../../contract/activity';
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
