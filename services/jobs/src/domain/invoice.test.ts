import { formatInvoiceNumber, draftInvoice, payInvoice, type Invoice } from './invoice';

const CREATED = new Date('2026-03-02T14:15:00Z');
const PAID = new Date('2026-03-09T14:15:00Z');

const anInvoice = (overrides: Partial<Invoice> = {}): Invoice => ({
  id: 7,
  number: 3,
  ...draftInvoice({ companyId: 1, jobId: 5, currency: 'USD', totalCents: 10_000 }, CREATED),
  ...overrides,
});

it('begins unpaid', () => {
  expect(anInvoice()).toMatchObject({ version: 1, paidCents: 0, paidAt: null });
});

it('stays open after a part of it is paid', () => {
  expect(payInvoice(anInvoice(), 9_999, PAID)).toEqual(
    anInvoice({ version: 2, paidCents: 9_999, updatedAt: PAID }),
  );
});

it('is paid by the last cent', () => {
  expect(payInvoice(anInvoice({ version: 2, paidCents: 9_999 }), 1, PAID)).toEqual(
    anInvoice({ version: 3, paidCents: 10_000, updatedAt: PAID, paidAt: PAID }),
  );
});

it.each([
  [0, 10_001, 10_000],
  [9_999, 2, 1],
  [10_000, 1, 0],
])('with %d cents paid refuses %d more', (paidCents, amountCents, open) => {
  expect(() => payInvoice(anInvoice({ paidCents }), amountCents, PAID)).toThrow(
    `amount_cents is more than the ${open} cents that are still to be paid.`,
  );
});

it.each([
  [1, 'INV-000001'],
  [999_999, 'INV-999999'],
  [1_000_000, 'INV-1000000'],
])('calls number %d %s', (number, name) => {
  expect(formatInvoiceNumber(number)).toBe(name);
});
