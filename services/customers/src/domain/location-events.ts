import type { DomainEvent, EventType, LocationCard } from '@svc/contracts';
import type { Location } from './location';

/** The facts about a location that other contexts get. */
export const locationCard = (
  location: Pick<Location, 'id' | 'name' | 'customerId' | 'version'>,
): LocationCard => ({
  location_id: location.id,
  location_name: location.name,
  customer_id: location.customerId,
  version: location.version,
});

const announce =
  (type: EventType) =>
  (location: Location, actor: string): DomainEvent => ({
    type,
    companyId: location.companyId,
    recordId: location.id,
    version: location.version,
    occurredAt: location.updatedAt,
    actor,
    data: { card: locationCard(location) },
  });

export const locationCreated = announce('location.created');
export const locationUpdated = announce('location.updated');
