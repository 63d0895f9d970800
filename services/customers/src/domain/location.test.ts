import { applyChanges } from '@svc/records';
import {
  location as locationRecord,
  type Location,
  type LocationDetails,
} from '../records/location';
import { completeChanges, newLocation } from './location';

const CREATED = new Date('2026-03-02T14:15:00Z');
const LATER = new Date('2026-03-03T10:00:00Z');

const details: LocationDetails = {
  locationName: 'Main building',
  externalId: null,
  addressStreet: '350 5th Avenue',
  addressCity: 'New York',
  addressState: 'NY',
  addressZip: '10001',
  contactEmail: null,
  contactPhone: '212 555 0135',
  notes: null,
};
const placing = { companyId: 1, customerId: 12, country: 'US', isPrimary: true, at: CREATED };
const here = { latitude: 40.75, longitude: -74 };
const there = { latitude: 37.77, longitude: -122.4 };
const location: Location = { ...newLocation(placing, details, here), id: 31 };

const change = (changes: Partial<LocationDetails>) => {
  const asked = jest.fn(() => there);
  const complete = completeChanges(location, { changes, country: 'US', getCoordinates: asked });
  const after = applyChanges(locationRecord, location, complete, LATER);
  return { after, asked };
};

it.each(['addressStreet', 'addressCity', 'addressState', 'addressZip'] as const)(
  'is placed anew when its %s changes',
  (part) => {
    const { after } = change({ [part]: 'Elsewhere' });

    expect(after).toMatchObject({ ...there, [part]: 'Elsewhere', version: 2 });
  },
);

it.each([{}, details, { contactPhone: '(212) 555-0135' }])(
  'is itself when %j is the same',
  (same) => {
    const { after, asked } = change(same);

    expect(after).toBe(location);
    expect(asked).not.toHaveBeenCalled();
  },
);
