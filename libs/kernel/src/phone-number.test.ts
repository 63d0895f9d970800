import { normalisePhone } from './phone-number';

it.each([
  ['(212) 555-0101', 'US', '+12125550101'],
  ['212.555.0101', 'US', '+12125550101'],
  ['+1 212 555 0101', 'DE', '+12125550101'],
  ['030 901820', 'DE', '+4930901820'],
  ['020 7946 0018', 'GB', '+442079460018'],
  ['tel:+12125550147', 'DE', '+12125550147'],
  ['TEL:+1-212-555-0147', 'DE', '+12125550147'],
  ['tel:555-0147;phone-context=+1212', 'DE', '+12125550147'],
  ['+52 1 55 1234 5678', 'US', '+525512345678'],
  ['+52 55 1234 5678', 'US', '+525512345678'],
  ['1 55 1234 5678', 'MX', '+525512345678'],
  ['+54 9 11 2345 6789', 'US', '+5491123456789'],
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

it.each([
  ['(212) 555-0147 ext. 7', 'US'],
  ['212-555-0147 x7', 'US'],
  ['+1 212 555 0147 #7', 'DE'],
  ['+1 212 555 0147,7', 'DE'],
  ['tel:+1-212-555-0147;ext=7', 'DE'],
  ['+12125550147;ext=7', 'DE'],
])('writes %s of a company in %s with its extension', (text, country) => {
  expect(normalisePhone(text, country)).toBe('+12125550147;ext=7');
});

it('tells a number from the one with an extension, and extensions apart', () => {
  const numbers = ['2125550147', '2125550147 x7', '2125550147 x07', '2125550147 x8'];

  expect(new Set(numbers.map((text) => normalisePhone(text, 'US'))).size).toBe(4);
});

it('reads what it has written as the same', () => {
  for (const text of ['+12125550147;ext=7', '+525512345678', '+442079460018']) {
    expect(normalisePhone(text, 'US')).toBe(text);
  }
});
