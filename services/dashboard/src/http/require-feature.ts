import { DomainError, type Feature } from '@svc/contracts';
import type { Company } from '../domain/company';

export function requireFeature({ features }: Company, feature: Feature): void {
  if (features.includes(feature)) return;
  throw new DomainError(
    'feature_not_available',
    `The company does not have the feature ${feature}.`,
  );
}
