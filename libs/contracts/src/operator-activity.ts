import type { Caller } from './caller';
import type { DomainEvent, Publisher } from './events';

/**
 * Data of operator.acted: what the operator's command line did in a company's account, for the dashboard's
 * activity log.
 */
export interface OperatorActivity {
  readonly kind: 'api_key' | 'webhook' | 'deletion' | 'settings';
  /** A sentence without its full stop: `Revoked the API key ERP`. */
  readonly what: string;
}

/** Kinds that each context may announce. */
const KINDS: Readonly<Partial<Record<Publisher, readonly OperatorActivity['kind'][]>>> = {
  // Also announces that a sandbox was emptied.
  gateway: ['api_key', 'settings', 'deletion'],
  jobs: ['deletion'],
  customers: ['deletion'],
  webhooks: ['webhook'],
};
/** Longer than any text that is announced. */
const LONGEST_TEXT = 3_000;

/** Undefined if the context may not announce this. */
export function operatorActivityIn(
  announcedBy: Publisher,
  { kind, what }: DomainEvent['data'],
): OperatorActivity | undefined {
  const known = KINDS[announcedBy]?.find((each) => each === kind);
  if (!known || typeof what !== 'string' || what.length > LONGEST_TEXT) return undefined;
  return { kind: known, what };
}

/** Whether the operator made a change, rather than a user of the dashboard. */
export const isOperator = ({ actor, personId }: Pick<Caller, 'actor' | 'personId'>): boolean =>
  actor === 'ui' && personId === undefined;

/** Addressed to the company, also for its sandbox. */
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
