import { normalisePhone } from './phone-number';

it.each([
  ['(212) 555-0101', 'US', '+12125550101'],
  ['212.555.0101', 'US', '+12125550101'],
  ['+1 212 555 0101', 'DE', '+12125550101'],
  ['030 901820', 'DE', '+4930901820'],
  ['020 7946 0018', 'GB', '+442079460018'],
])('writes %s of a company in %s as %s', (text, country, expected) => {
  expect(normalisePhone(text, country)).toBe(expected);
});

it('reads a number as a US one where the country is not known', () => {
  expect(normalisePhone('(212) 555-0101', 'XX')).toBe('+12125550101');
});

it.each(['555-01', 'ask at the desk', '+999 1', '12345', 'call 212 555 0101 after six'])(
  'keeps %s, which is no possible number',
  (text) => {
    expect(normalisePhone(text, 'US')).toBe(text);
  },
);

it('keeps an extension, which E.164 would lose', () => {
  expect(normalisePhone('(212) 555-0101 ext. 7', 'US')).toBe('(212) 555-0101 ext. 7');
});
