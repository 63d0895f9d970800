import { fields } from '@svc/http';

/** As much as every sum of money in the API. */
const MAX_CENTS = 999_999_999;
const cents = () => fields.integer(1, MAX_CENTS);

export const createInvoiceBody = fields.object({
  total_cents: cents().required(),
  currency: fields
    .text()
    .pattern(/^[A-Z]{3}$/, 'ISO 4217')
    .default('USD'),
  // An invoice that is sent again under its key is created once.
  idempotency_key: fields.text(),
});

export const recordPaymentBody = fields.object({
  amount_cents: cents().required(),
  reference: fields.optionalText(),
  // A payment that is sent again under its key is recorded once.
  idempotency_key: fields.text(),
});
