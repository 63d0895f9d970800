import { DomainError, listRequiredScopes, type Collection, type Operation } from '@svc/contracts';
import type { ApiKey, KeyCompany } from '../keys/key';

export function requireAllowedAddress({ allowedFrom }: ApiKey, address: string): void {
  if (allowedFrom.isEmpty || allowedFrom.includes(address)) return;
  throw new DomainError('forbidden', 'This API key may not be used from your address.');
}

export function requireApiPlan({ hasApi }: KeyCompany): void {
  if (hasApi) return;
  throw new DomainError('feature_not_available', 'The API is part of the enterprise plan only.');
}

export function requireKeyFeature({ features }: KeyCompany, { feature }: Collection): void {
  if (feature === undefined || features.has(feature)) return;
  throw new DomainError(
    'feature_not_available',
    `The company does not have the feature ${feature}.`,
  );
}

/** A bulk passes if any of its operations could. */
export function requireKeyScope(
  { scopes }: ApiKey,
  collection: Collection,
  operation: Operation,
): void {
  const needed = listRequiredScopes(collection, operation);
  if (needed.length === 0 || needed.some((scope) => scopes.has(scope))) return;
  throw new DomainError('insufficient_scope', `This key lacks the scope ${needed.join(' or ')}.`);
}
