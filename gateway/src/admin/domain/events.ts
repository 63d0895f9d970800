import {
  createOperatorActed,
  type DomainEvent,
  type ExpiringKey,
  type EventType,
  type OperatorActivity,
} from '@svc/contracts';
import type { KeyRecord, KeyToExpire } from './api-key';
import type { CompanyRecord } from './company';

/** `schedule` revokes expired keys. */
export type Author = 'operator' | 'dashboard' | 'schedule';

const VERBS = {
  'key.created': 'Created',
  'key.changed': 'Changed',
  'key.revoked': 'Revoked',
} as const satisfies Partial<Record<EventType, string>>;

export function createKeyEvents(
  type: keyof typeof VERBS,
  key: KeyRecord,
  { sandboxId }: Pick<CompanyRecord, 'sandboxId'>,
  { author, at }: { readonly author: Author; readonly at: Date },
): DomainEvent[] {
  const { name, mode, last4 } = key;
  const event: DomainEvent = {
    type,
    companyId: key.companyId,
    recordId: key.id,
    version: key.version,
    occurredAt: at,
    actor: author === 'schedule' ? 'scheduled' : 'ui',
    data: {
      name,
      mode,
      last4,
      scopes: key.scopes,
      ip_allowlist: key.ipAllowlist,
      sandbox_id: sandboxId,
    },
  };
  const what = `${VERBS[type]} the API key ${name} (svc_${mode}_…${last4})`;
  return withActivity(author, event, { kind: 'api_key', what });
}

export function createKeyExpiring(
  { companyId, id, version, name, mode, last4, expiresAt }: KeyToExpire,
  at: Date,
): DomainEvent {
  const data = { name, mode, last4, expires_at: expiresAt.toISOString() };
  return {
    type: 'key.expiring',
    companyId,
    recordId: id,
    version,
    occurredAt: at,
    actor: 'scheduled',
    data: data satisfies ExpiringKey,
  };
}

export const createCompanyEvents = (
  before: CompanyRecord | null,
  after: CompanyRecord,
  author: Author,
): DomainEvent[] =>
  withActivity(
    author,
    {
      type: 'company.changed',
      companyId: after.id,
      recordId: after.id,
      version: after.version,
      occurredAt: after.updatedAt,
      actor: 'ui',
      data: {
        slug: after.slug,
        name: after.name,
        timezone: after.timezone,
        country: after.country,
        plan: after.plan,
        features: after.features,
        sandbox_id: after.sandboxId,
      },
    },
    { kind: 'settings', what: describeChange(before, after) },
  );

const withActivity = (
  author: Author,
  event: DomainEvent,
  activity: OperatorActivity,
): DomainEvent[] =>
  author === 'operator' ? [event, createOperatorActed(event, activity)] : [event];

const FIELDS = ['name', 'timezone', 'country', 'plan', 'features', 'limits'] as const;

function describeChange(before: CompanyRecord | null, after: CompanyRecord): string {
  if (!before) return `Created the company ${after.slug}`;
  const changed = FIELDS.filter(
    (field) => JSON.stringify(after[field]) !== JSON.stringify(before[field]),
  ).map((field) => (field === 'timezone' ? 'time zone' : field));
  return `Changed the company's ${changed.join(', ')}`;
}
