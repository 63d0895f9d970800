import type { DomainEvent, EndpointTrouble, EventType, OffReason } from '@svc/contracts';
import type { ManagedEndpoint } from './endpoint';

export interface AnnouncedEndpoint extends ManagedEndpoint {
  /** Null when the company is no sandbox. */
  readonly sandboxOf: number | null;
}

export const createFailingNotice = (
  endpoint: AnnouncedEndpoint,
  deliveryId: string,
  at: Date,
): DomainEvent => announce('webhook.endpoint_failing', endpoint, { at, deliveryId, reason: null });

export const createOffNotice = (
  endpoint: AnnouncedEndpoint,
  reason: OffReason,
  at: Date,
): DomainEvent => announce('webhook.endpoint_off', endpoint, { at, reason });

function announce(
  type: EventType,
  { companyId, sandboxOf, id, version, url, managedBy, failingSince }: AnnouncedEndpoint,
  {
    at,
    reason,
    deliveryId,
  }: { readonly at: Date; readonly reason: OffReason | null; readonly deliveryId?: string },
): DomainEvent {
  const { origin, pathname } = new URL(url);
  const data: EndpointTrouble = {
    url: `${origin}${pathname}`,
    managed_by: managedBy,
    reason,
    ...(deliveryId !== undefined && { delivery_id: deliveryId }),
    ...(failingSince && { failing_since: failingSince.toISOString() }),
    ...(sandboxOf !== null && { sandbox_of: sandboxOf }),
  };
  return {
    type,
    companyId,
    recordId: id,
    version,
    occurredAt: at,
    actor: 'scheduled',
    data: { ...data },
  };
}
