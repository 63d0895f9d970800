import { DomainError, listRequiredScopes, type Collection, type Operation } from '@svc/contracts';
import type { ApiKey, Company } from '../keys/key';

/** Refuses an address that the key's allow-list does not include (403). */
export function requireAllowedAddress({ allowedFrom }: ApiKey, address: string): void {
  if (allowedFrom.isEmpty || allowedFrom.includes(address)) return;
  throw new DomainError('forbidden', 'This API key may not be used from your address.');
}

/** Refuses a company whose plan has no API (403). */
export function requirePlan({ hasApi }: Company): void {
  if (hasApi) return;
  throw new DomainError('feature_not_available', 'The API is part of the enterprise plan only.');
}

/** Refuses a collection whose feature the company does not have (403). */
export function requireFeature({ features }: Company, { feature }: Collection): void {
  if (feature === undefined || features.has(feature)) return;
  throw new DomainError(
    'feature_not_available',
    `The company does not have the feature ${feature}.`,
  );
}

/** Refuses an operation outside the key's scopes (403), and a bulk of which it could do nothing. */
export function requireScope(
  { scopes }: ApiKey,
  collection: Collection,
  operation: Operation,
): void {
  const needed = listRequiredScopes(collection, operation);
  if (needed.some((scope) => scopes.has(scope))) return;
  throw new DomainError(
    'insufficient_scope',
    `This API key lacks the scope ${needed.join(' or ')}.`,
  );
}
