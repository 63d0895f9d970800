import { STATES } from '../domain/us-states';
import { estimate, offlineGeocoder } from './offline-geocoder';

const address = {
  addressStreet: '1 Main Street',
  addressCity: 'Anywhere',
  addressState: 'NY',
  addressZip: '10001',
};

it.each([
  ['10001', 40.75, -73.99],
  ['94103', 37.77, -122.41],
  ['00901', 18.46, -66.1],
  ['96910', 13.45, 144.75],
])('places ZIP code %s', async (zip, latitude, longitude) => {
  const place = await offlineGeocoder.locate({ ...address, addressZip: zip });

  expect(place).toEqual({
    latitude: expect.closeTo(latitude, 1),
    longitude: expect.closeTo(longitude, 1),
  });
});

it('places a ZIP code that it does not know in the middle of the state', () => {
  expect(estimate({ ...address, addressZip: '00000', addressState: 'WY' })).toEqual({
    latitude: expect.closeTo(43.08, 1),
    longitude: expect.closeTo(-107.29, 1),
  });
});

it('places a ZIP code of another state where the ZIP code is', () => {
  expect(estimate({ ...address, addressZip: '94103', addressState: 'NY' })).toEqual({
    latitude: expect.closeTo(37.77, 1),
    longitude: expect.closeTo(-122.41, 1),
  });
});

it('has a place for every state, whatever the ZIP code', () => {
  for (const state of STATES) {
    for (const zip of ['00000', '99999', '10001']) {
      const { latitude, longitude } = estimate({
        ...address,
        addressState: state,
        addressZip: zip,
      });
      expect([latitude, longitude].every(Number.isFinite)).toBe(true);
    }
  }
});
