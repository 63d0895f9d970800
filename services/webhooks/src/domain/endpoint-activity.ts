import { isOperator, operatorActed, type Caller, type DomainEvent } from '@svc/contracts';
import type { Endpoint } from './endpoint';

/**
 * What is announced, for the log of activity, when the operator has done something with an endpoint: it names
 * origin and path, as a query may hold a secret. Nothing for a person, whose activity the dashboard logs itself.
 */
export function endpointActivity(
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
