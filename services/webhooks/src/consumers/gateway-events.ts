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
  /** Absent in what a release before test data announced. */
  readonly sandbox_id?: number | null;
}

interface KeyData {
  readonly mode: Mode;
  readonly scopes: readonly Scope[];
  readonly sandbox_id?: number | null;
}

/** Follows the gateway's changes of companies and keys. */
export const followGateway =
  ({ followCompaniesAndKeys }: Pick<WebhooksUseCases, 'followCompaniesAndKeys'>) =>
  (unit: UnitOfWork, events: readonly ReceivedEvent[]): Promise<void> =>
    followCompaniesAndKeys(
      unit,
      events.flatMap((event) => changeOf(event) ?? []),
    );

function changeOf(event: ReceivedEvent): CompanyChange | KeyChange | undefined {
  if (event.type.startsWith('key.')) return keyChangeOf(event);
  return event.type === 'company.changed' ? companyChangeOf(event) : undefined;
}

function companyChangeOf({ data, ...event }: ReceivedEvent): CompanyChange {
  const { companyId, recordId, version, occurredAt: at } = event;
  const {
    timezone: zone,
    country,
    plan,
    features = null,
    sandbox_id: sandboxId,
  } = data as unknown as CompanyData;
  const settings = { zone, country, plan, features, sandboxId: sandboxId ?? undefined };
  return { of: 'company', companyId, recordId, version, at, ...settings };
}

const BECAME: Readonly<Record<string, KeyChange['became']>> = {
  'key.created': 'allowed',
  'key.changed': 'allowed',
  'key.revoked': 'revoked',
};

function keyChangeOf({ type, data, ...event }: ReceivedEvent): KeyChange {
  const { companyId, recordId, version, occurredAt: at } = event;
  const { mode, scopes = [], sandbox_id: sandboxId } = data as unknown as Partial<KeyData>;
  const testsIn = mode === 'test' && sandboxId ? sandboxId : undefined;
  const became = BECAME[type] ?? 'unknown';
  return { of: 'key', companyId, recordId, version, at, became, scopes, testsIn };
}
