import { DEFAULT_LIMITS, listRequiredScopes } from '@svc/contracts';
import type { KeyRecord } from '../domain/api-key';
import { toIsoDate } from '../../limits/daily-allowance';
import type { NamedKeyRequests } from '../../limits/key-requests';
import type { RequestsOfDay } from '../../limits/daily-requests';
import { findCalledOperation } from '../../request-log/find-called-operation';
import type { StoredRequest } from '../../request-log/request-log';
import type { CompanyRecord } from '../domain/company';
import type { RejectionsOfDay } from '../use-cases/count-rejections';
import type { DescribedCompany } from '../use-cases/describe-company';
import type { NamedKey } from '../persistence/key-repository';
import type { KeyWithText } from '../use-cases/create-key';
import type { SavedKey } from '../use-cases/save-key';

export const toCompanyResponse = (company: CompanyRecord) => ({
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

export function toDescribedCompanyResponse({ company, used }: DescribedCompany) {
  const { id, ...shown } = toCompanyResponse(company);
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

export const toUsageResponse = (described: DescribedCompany, days: readonly RequestsOfDay[]) => ({
  allowances: toDescribedCompanyResponse(described).allowances,
  days: days.map(({ day, reads, writes }) => ({ date: toIsoDate(day), reads, writes })),
});

/** `id` is the cursor for the next page of the log. */
export function toLoggedRequestResponse(request: StoredRequest) {
  const called = findCalledOperation(request);
  return {
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
    message: request.message,
    errors: request.errors,
    omitted_errors: request.omittedErrors,
    body: request.body,
    /** Names the operation as the API document does. */
    operation_name: called?.operation.name ?? null,
    /** One of them is enough. */
    required_scopes: called ? listRequiredScopes(called.collection, called.operation) : [],
  };
}

export const toRejectionsResponse = ({ date, errors }: RejectionsOfDay) => ({ date, errors });

export const toKeyResponse = (key: KeyRecord) => ({
  id: key.id,
  name: key.name,
  mode: key.mode,
  last4: key.last4,
  scopes: key.scopes,
  ip_allowlist: key.ipAllowlist,
  created_at: key.createdAt.toISOString(),
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  expires_at: key.expiresAt?.toISOString() ?? null,
  revoked_at: key.revokedAt?.toISOString() ?? null,
});

interface ListedKey {
  readonly key: KeyRecord;
  readonly logged: ReadonlySet<number>;
  readonly requestsByDay: readonly number[];
}

export const toListedKeyResponse = ({ key, logged, requestsByDay }: ListedKey) => ({
  ...toKeyResponse(key),
  has_refused_requests: logged.has(key.id),
  /** Thirty UTC days, the oldest first and today last. */
  requests_by_day: requestsByDay,
});

export const toKeyRequestsResponse = ({ keyId, keyName, day, ...counted }: NamedKeyRequests) => ({
  date: toIsoDate(day),
  key_id: keyId,
  key_name: keyName,
  ...counted,
});

export const toNamedKeyResponse = ({ id, name }: NamedKey) => ({ id, name });

export const toKeyWithTextResponse = ({ record, text }: KeyWithText) => ({
  ...toKeyResponse(record),
  key: text,
});

export const toSavedKeyResponse = ({ record, text, outcome }: SavedKey) => ({
  ...toKeyResponse(record),
  key: text,
  outcome,
});
