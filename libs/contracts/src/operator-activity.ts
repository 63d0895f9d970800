import type { Caller } from './caller';
import type { DomainEvent, Publisher } from './events';

/** Data of operator.acted: what the operator's command line did, for the dashboard's activity log. */
export interface OperatorActivity {
  readonly kind: 'api_key' | 'webhook' | 'deletion' | 'settings';
  /** Without a full stop: `Revoked the API key ERP`. */
  readonly what: string;
}

const KINDS: Readonly<Partial<Record<Publisher, readonly OperatorActivity['kind'][]>>> = {
  gateway: ['api_key', 'settings', 'deletion'],
  jobs: ['deletion'],
  customers: ['deletion'],
  webhooks: ['webhook'],
};
const MAX_TEXT_CHARACTERS = 3_000;

export function parseOperatorActivity(
  announcedBy: Publisher,
  { kind, what }: DomainEvent['data'],
): OperatorActivity | undefined {
  const known = KINDS[announcedBy]?.find((each) => each === kind);
  if (!known || typeof what !== 'string' || what.length > MAX_TEXT_CHARACTERS) return undefined;
  return { kind: known, what };
}

/** False for users of the dashboard. */
export const isOperator = ({ actor, personId }: Pick<Caller, 'actor' | 'personId'>): boolean =>
  actor === 'ui' && personId === undefined;

export const createOperatorActed = (
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
