import { DomainError, type Caller } from '@svc/contracts';
import { findRequiredFeature, type HookEvent } from '../domain/hook-events';
import type { Dependencies } from './dependencies';

export async function requireFeature(
  { companies }: Pick<Dependencies, 'companies'>,
  { companyId }: Caller,
  event: HookEvent,
): Promise<void> {
  const feature = findRequiredFeature(event);
  if (!feature || (await companies.mayUse(companyId, feature))) return;
  throw new DomainError(
    'feature_not_available',
    `The company does not have the feature ${feature}.`,
  );
}
