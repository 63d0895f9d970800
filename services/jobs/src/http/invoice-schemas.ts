import { fields } from '@svc/http';

/** The limit of every sum of money in the API. */
const MAX_CENTS = 999_999_999;
const cents = () => fields.integer(1, MAX_CENTS);

export const createInvoiceBody = fields.object({
  total_cents: cents().required(),
  currency: fields
    .text()
    .pattern(/^[A-Z]{3}$/, 'ISO 4217')
    .default('USD'),
  idempotency_key: fields.text(),
});

export const recordPaymentBody = fields.object({
  amount_cents: cents().required(),
  reference: fields.optionalText(),
  idempotency_key: fields.text(),
});
