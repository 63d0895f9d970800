import type { ActivityKind } from '../../contract/values';
import type { Notice } from './notice';
import type { Person } from './person';

export interface Activity {
  readonly companyId: number;
  /** Null for the operator. */
  readonly userId: number | null;
  readonly who: string;
  readonly kind: ActivityKind;
  readonly what: string;
  readonly address: string | null;
}

export interface LoggedChange {
  readonly kind: ActivityKind;
  /** A sentence without its full stop. */
  readonly what: string;
  readonly notice?: Notice;
}

export const createActivity = (
  { companyId, userId, name: who, address }: Omit<Person, 'email' | 'role' | 'sessionId'>,
  kind: ActivityKind,
  what: string,
): Activity => ({ companyId, userId, who, kind, what, address });

export const createOperatorActivity = (
  companyId: number,
  kind: ActivityKind,
  what: string,
): Activity => ({ companyId, userId: null, who: 'Operator', kind, what, address: null });
