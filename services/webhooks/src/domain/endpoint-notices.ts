import type { DomainEvent, EndpointTrouble, EventType, OffReason } from '@svc/contracts';
import type { LastingEndpoint } from './endpoint';

export interface AnnouncedEndpoint extends LastingEndpoint {
  /** Null when the company is no sandbox. */
  readonly sandboxOf: number | null;
}

export const createFailingNotice = (endpoint: AnnouncedEndpoint, at: Date): DomainEvent =>
  announce('webhook.endpoint_failing', endpoint, { at, reason: null });

export const createOffNotice = (
  endpoint: AnnouncedEndpoint,
  reason: OffReason,
  at: Date,
): DomainEvent => announce('webhook.endpoint_off', endpoint, { at, reason });

function announce(
  type: EventType,
  { companyId, sandboxOf, id, version, url, managedBy }: AnnouncedEndpoint,
  { at, reason }: { readonly at: Date; readonly reason: OffReason | null },
): DomainEvent {
  const { origin, pathname } = new URL(url);
  const data: EndpointTrouble = {
    url: `${origin}${pathname}`,
    managed_by: managedBy,
    reason,
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
