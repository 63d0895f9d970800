import { findCentroid, STATES } from './us-states';

const POSTAL_CODES =
  'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY ' +
  'NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC AS GU MP PR VI UM FM MH PW AA AE AP';

it('knows every state, territory and military region and nothing else', () => {
  expect([...STATES].sort()).toEqual(POSTAL_CODES.split(' ').sort());
});

it('places each of them on or beside American ground', () => {
  for (const state of STATES) {
    const { latitude, longitude } = findCentroid(state);
    expect(Math.abs(latitude)).toBeLessThan(72);
    expect(longitude < -64 || longitude > 134).toBe(true);
  }
});

it.each([
  ['AA', 25.8, -80.3],
  ['AE', 40.6, -73.8],
  ['AP', 37.6, -122.4],
  ['FM', 7, 158.2],
  ['MH', 7.1, 171.4],
  ['PW', 7.3, 134.5],
  ['UM', 19.3, 166.6],
])('places %s at its post office', (state, latitude, longitude) => {
  expect(findCentroid(state)).toEqual({
    latitude: expect.closeTo(latitude, 1),
    longitude: expect.closeTo(longitude, 1),
  });
});

it('refuses what is no state', () => {
  expect(() => findCentroid('ZZ')).toThrow(RangeError);
});
