import { centroidOf, STATES } from './us-states';

/** The fifty states, the District of Columbia and the five inhabited territories. */
const POSTAL_CODES =
  'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY ' +
  'NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC AS GU MP PR VI';

it('knows every state and territory and nothing else', () => {
  expect([...STATES].sort()).toEqual(POSTAL_CODES.split(' ').sort());
});

it('places each of them on or beside American ground', () => {
  for (const state of STATES) {
    const { latitude, longitude } = centroidOf(state);
    expect(Math.abs(latitude)).toBeLessThan(72);
    expect(longitude < -64 || longitude > 144).toBe(true);
  }
});

it('refuses what is no state', () => {
  expect(() => centroidOf('ZZ')).toThrow(RangeError);
});
