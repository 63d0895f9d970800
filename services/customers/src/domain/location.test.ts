import { applyChanges } from '@svc/records';
import {
  location as locationRecord,
  type Location,
  type LocationDetails,
} from '../records/location';
import { completeChanges, copyContact, isSameAddress, newLocation } from './location';

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

it('begins at version 1 with its contact phone in E.164', () => {
  expect(newLocation(placing, details, here)).toEqual({
    ...details,
    ...here,
    companyId: 1,
    customerId: 12,
    version: 1,
    contactPhone: '+12125550135',
    isPrimary: true,
    createdAt: CREATED,
    updatedAt: CREATED,
  });
});

it("takes over the customer's contact when it is created with the customer", () => {
  const { contactEmail: _email, contactPhone: _phone, ...premises } = details;

  expect(
    copyContact({ customerEmail: 'a@b.example', customerPhone: '+12125550134' }, premises),
  ).toEqual({
    ...details,
    contactEmail: 'a@b.example',
    contactPhone: '+12125550134',
  });
});

it('changes what is given and keeps the rest, its place included', () => {
  const { after, asked } = change({ locationName: 'Annex', contactPhone: null });

  expect(after).toEqual({
    ...location,
    locationName: 'Annex',
    contactPhone: null,
    version: 2,
    updatedAt: LATER,
  });
  expect(asked).not.toHaveBeenCalled();
});

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

it('compares addresses by all their parts', () => {
  expect(isSameAddress(location, { ...details })).toBe(true);
  for (const part of ['addressStreet', 'addressCity', 'addressState', 'addressZip']) {
    expect(isSameAddress(location, { ...details, [part]: 'Elsewhere' })).toBe(false);
  }
});
