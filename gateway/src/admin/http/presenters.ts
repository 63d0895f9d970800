import { DEFAULT_LIMITS } from '@svc/contracts';
import type { KeyRecord } from '../domain/api-key';
import { dateOf } from '../../limits/daily-allowance';
import type { RequestsOfDay } from '../../limits/daily-requests';
import type { KeptRequest } from '../../request-log/request-log';
import type { CompanyRecord } from '../domain/company';
import type { DescribedCompany } from '../use-cases/describe-company';
import type { NamedKey } from '../persistence/key-repository';
import type { KeyWithText } from '../use-cases/create-key';
import type { SavedKey } from '../use-cases/save-key';

/** A company as the operator sees it, its limits completed by the defaults. */
export const presentCompany = (company: CompanyRecord) => ({
  id: company.id,
  sandbox_id: company.sandboxId,
  slug: company.slug,
  name: company.name,
  timezone: company.timezone,
  country: company.country,
  plan: company.plan,
  features: company.features,
  limits: { ...DEFAULT_LIMITS, ...company.limits },
});

/** A company as its people see it, with what it has used of its daily allowances. */
export function presentDescribed({ company, used }: DescribedCompany) {
  const { id, ...shown } = presentCompany(company);
  const { reads_per_day: reads, writes_per_day: writes } = shown.limits;
  return {
    company_id: id,
    ...shown,
    version: company.version,
    allowances: {
      reads_per_day: { used: used.reads, limit: reads },
      writes_per_day: { used: used.writes, limit: writes },
    },
  };
}

/** Requests of a company today, with its allowances, and on each of the last UTC days. */
export const presentUsage = (described: DescribedCompany, days: readonly RequestsOfDay[]) => ({
  allowances: presentDescribed(described).allowances,
  days: days.map(({ day, reads, writes }) => ({ date: dateOf(day), reads, writes })),
});

/** A request that was refused or failed; `id` says where to go on in the log. */
export const presentLoggedRequest = (request: KeptRequest) => ({
  id: request.id,
  request_id: request.requestId,
  operation: request.place,
  time: request.at.toISOString(),
  key_id: request.keyId,
  key_name: request.keyName,
  method: request.method,
  address: request.address,
  status: request.status,
  error: request.error,
  body: request.body,
});

/** A key without its text, which is not stored. */
export const presentKey = (key: KeyRecord) => ({
  id: key.id,
  name: key.name,
  mode: key.mode,
  last4: key.last4,
  scopes: key.scopes,
  ip_allowlist: key.ipAllowlist,
  created_at: key.createdAt.toISOString(),
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  revoked_at: key.revokedAt?.toISOString() ?? null,
});

/** A key by its name. */
export const presentNamedKey = ({ id, name }: NamedKey) => ({ id, name });

/** A new key with its text, which is shown only this once. */
export const presentKeyWithText = ({ record, text }: KeyWithText) => ({
  ...presentKey(record),
  key: text,
});

/** A key of the operator's manifest, with its text if it is new. */
export const presentSavedKey = ({ record, text, outcome }: SavedKey) => ({
  ...presentKey(record),
  key: text,
  outcome,
});
