import { isOperator, operatorActed, type Caller, type DomainEvent } from '@svc/contracts';
import type { Endpoint } from './endpoint';

/**
 * What is announced of something that was done to an endpoint, for the log of activity: nothing where a
 * person did it, whom the dashboard logs itself. Names origin and path: a query may hold a secret.
 */
export function doneTo(
  { companyId, id, version, url }: Endpoint,
  what: string,
  { caller, at }: { readonly caller: Caller; readonly at: Date },
): DomainEvent[] {
  if (!isOperator(caller)) return [];
  const { origin, pathname } = new URL(url);
  return [
    operatorActed(
      { companyId, recordId: id, version, occurredAt: at },
      { kind: 'webhook', what: `${what} the webhook endpoint ${origin}${pathname}` },
      caller,
    ),
  ];
}
