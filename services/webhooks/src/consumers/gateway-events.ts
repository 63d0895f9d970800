import type { Feature, Mode, Plan, Scope } from '@svc/contracts';
import type { ReceivedEvent } from '@svc/messaging';
import type { UnitOfWork } from '../persistence/transaction';
import type { WebhooksUseCases } from '../use-cases';
import type { CompanyChange, KeyChange } from '../use-cases/follow-companies-and-keys';

interface CompanyData {
  readonly timezone: string;
  readonly country: string;
  readonly plan: Plan;
  readonly features?: readonly Feature[];
  readonly sandbox_id?: number;
}

interface KeyData {
  readonly mode: Mode;
  readonly scopes: readonly Scope[];
  readonly sandbox_id?: number;
}

export const followGateway =
  ({ followCompaniesAndKeys }: Pick<WebhooksUseCases, 'followCompaniesAndKeys'>) =>
  (unit: UnitOfWork, events: readonly ReceivedEvent[]): Promise<void> =>
    followCompaniesAndKeys(
      unit,
      events.flatMap((event) => toChange(event) ?? []),
    );

/** Undefined for other events. */
function toChange(event: ReceivedEvent): CompanyChange | KeyChange | undefined {
  if (event.type === 'company.changed') return toCompanyChange(event);
  return KEY_EVENTS.includes(event.type) ? toKeyChange(event) : undefined;
}

function toCompanyChange({
  companyId,
  version,
  occurredAt: at,
  data,
}: ReceivedEvent): CompanyChange {
  const { timezone: zone, country, plan, ...others } = data as unknown as CompanyData;
  const { features = null, sandbox_id: sandboxId } = others;
  return { kind: 'company', companyId, sandboxId, version, at, zone, country, plan, features };
}

const KEY_EVENTS: readonly string[] = ['key.created', 'key.changed', 'key.revoked'];

function toKeyChange(event: ReceivedEvent): KeyChange {
  const { type, companyId, recordId: keyId, version, occurredAt: at } = event;
  const { mode, scopes: given = [], sandbox_id: sandboxId } = event.data as unknown as KeyData;
  const scopes = type === 'key.revoked' ? null : given;
  return { kind: 'key', companyId, sandboxId, version, at, keyId, isTest: mode === 'test', scopes };
}
