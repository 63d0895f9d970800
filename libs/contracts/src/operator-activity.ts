import type { Caller } from './caller';
import type { DomainEvent, Publisher } from './events';

/**
 * The data of operator.acted: what the operator's command line did in a company's account, which the
 * dashboard keeps in its log of activity. What people do there, the dashboard logs itself.
 */
export interface OperatorActivity {
  readonly kind: 'api_key' | 'webhook' | 'deletion' | 'settings';
  /** A sentence without its full stop, such as `Revoked the API key ERP`. */
  readonly what: string;
}

/** What the operator's command line does in each context: one says nothing in the place of another. */
const KINDS: Readonly<Partial<Record<Publisher, readonly OperatorActivity['kind'][]>>> = {
  // Also that it emptied a sandbox.
  gateway: ['api_key', 'settings', 'deletion'],
  jobs: ['deletion'],
  customers: ['deletion'],
  webhooks: ['webhook'],
};
/** More than the longest of them takes, that about an endpoint. */
const LONGEST_TEXT = 3_000;

/** Reads the data of a context's operator.acted; undefined where that is nothing that it may say. */
export function operatorActivityIn(
  announcedBy: Publisher,
  { kind, what }: DomainEvent['data'],
): OperatorActivity | undefined {
  const known = KINDS[announcedBy]?.find((each) => each === kind);
  if (!known || typeof what !== 'string' || what.length > LONGEST_TEXT) return undefined;
  return { kind: known, what };
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
