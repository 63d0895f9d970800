import type { Caller } from './caller';
import type { DomainEvent } from './events';

/**
 * The data of operator.acted: what the operator's command line did in a company's account, which the
 * dashboard keeps in its log of activity. What people do there, the dashboard logs itself.
 */
export interface OperatorActivity {
  readonly kind: 'api_key' | 'webhook' | 'deletion' | 'settings';
  /** A sentence without its full stop, such as `Revoked the API key ERP`. */
  readonly what: string;
}

/** Whether it is the operator who makes a change, and no person in the dashboard. */
export const isOperator = ({ actor, personId }: Pick<Caller, 'actor' | 'personId'>): boolean =>
  actor === 'ui' && personId === undefined;

/** Announces what the operator did with a record: to the company, also where it is test data. */
export const operatorActed = (
  { companyId, recordId, version, occurredAt }: Omit<DomainEvent, 'type' | 'actor' | 'data'>,
  { kind, what }: OperatorActivity,
  { sandboxOf }: Pick<Caller, 'sandboxOf'> = {},
): DomainEvent => ({
  type: 'operator.acted',
  companyId: sandboxOf ?? companyId,
  recordId,
  version,
  occurredAt,
  actor: 'ui',
  data: { kind, what: sandboxOf === undefined ? what : `${what} (test data)` },
});
