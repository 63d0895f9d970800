import {
  createRecordEvent,
  type Caller,
  type DomainEvent,
  type EventType,
  type LocationSummary,
} from '@svc/contracts';
import { toLocationSearchText, type Location } from '../records/location';

export const toLocationSummary = (
  location: Pick<
    Location,
    | 'id'
    | 'locationName'
    | 'addressStreet'
    | 'addressCity'
    | 'addressState'
    | 'addressZip'
    | 'customerId'
    | 'version'
  >,
): LocationSummary => ({
  location_id: location.id,
  location_name: location.locationName,
  city: location.addressCity,
  search_text: toLocationSearchText(location),
  customer_id: location.customerId,
  version: location.version,
});

const announce =
  (type: EventType) =>
  (location: Location, { actor }: Caller): DomainEvent[] => [
    createRecordEvent(type, location, actor, { card: toLocationSummary(location) }),
  ];

export const locationCreated = announce('location.created');
export const locationUpdated = announce('location.updated');
