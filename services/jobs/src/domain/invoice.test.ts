import { formatInvoiceNumber } from './invoice';

it.each([
  [1, 'INV-000001'],
  [999_999, 'INV-999999'],
  [1_000_000, 'INV-1000000'],
])('calls number %d %s', (number, name) => {
  expect(formatInvoiceNumber(number)).toBe(name);
});
