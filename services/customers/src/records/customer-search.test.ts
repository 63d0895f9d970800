import fc from 'fast-check';
import { toSearchTerms } from '@svc/database';
import { toCustomerSearchText } from './customer';

const customer = {
  customerName: 'Ärzte 100%',
  customerEmail: 'Desk@Example.com',
  customerPhone: '+1 (212) 555-0134',
};

it('holds each field in lower case and the phone also as digits', () => {
  expect(toCustomerSearchText(customer).split('\u001f')).toEqual([
    'ärzte 100%',
    'desk@example.com',
    '+1 (212) 555-0134',
    '12125550134',
  ]);
});

it.each([
  ['Cotton', ['cotton']],
  ['100%', ['100%']],
  ['a_b', ['a_b']],
  ['c\\d', ['c\\d']],
  ['2125550134', ['2125550134']],
  ['(212) 555', ['(212) 555', '212555']],
  ['+1 212', ['+1 212', '1212']],
  ['-1', ['-1']],
  ['Unit 212-5', ['unit 212-5']],
])('looks for %j with %j', (term, terms) => {
  expect(toSearchTerms(term)).toEqual(terms);
});

it('finds every part of every field, and nothing that is in none', () => {
  const text = fc.string({ minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(text, text, fc.nat(), fc.nat(), (name, other, from, length) => {
      const start = from % name.length;
      const term = name.slice(start, start + 1 + (length % name.length));
      const kept = toCustomerSearchText({ ...customer, customerName: name });
      const finds = (wanted: string) =>
        toSearchTerms(wanted).some((sought) => kept.includes(sought));

      expect(finds(term)).toBe(true);
      fc.pre(!kept.includes(other.toLowerCase()) && !/\d/.test(other));
      expect(finds(other)).toBe(false);
    }),
  );
});
