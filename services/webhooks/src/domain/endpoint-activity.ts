import { isOperator, createOperatorActed, type Caller, type DomainEvent } from '@svc/contracts';
import type { WebhookEndpoint } from './endpoint';

/**
 * For the activity log, without the URL's query, which may hold a secret. Empty for people: the
 * dashboard logs those.
 */
export function createEndpointActivity(
  { companyId, id, version, url }: WebhookEndpoint,
  what: string,
  { caller, at }: { readonly caller: Caller; readonly at: Date },
): DomainEvent[] {
  if (!isOperator(caller)) return [];
  const { origin, pathname } = new URL(url);
  return [
    createOperatorActed(
      { companyId, recordId: id, version, occurredAt: at },
      { kind: 'webhook', what: `${what} the webhook endpoint ${origin}${pathname}` },
      caller,
    ),
  ];
}
