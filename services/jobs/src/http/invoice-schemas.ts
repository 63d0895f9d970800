import { fields } from '@svc/http';
import Joi, { type NumberSchema } from 'joi';

/** As much as every sum of money in the API. */
const MAX_CENTS = 999_999_999;
const cents = (): NumberSchema => fields.integer(1, MAX_CENTS);

interface CreateInvoiceBody {
  readonly total_cents: number;
  readonly currency: string;
}

export const createInvoiceBody = Joi.object<CreateInvoiceBody, true>({
  total_cents: cents().required(),
  currency: fields
    .text()
    .pattern(/^[A-Z]{3}$/, 'ISO 4217')
    .default('USD'),
});

interface RecordPaymentBody {
  readonly amount_cents: number;
  readonly reference?: string | null;
}

export const recordPaymentBody = Joi.object<RecordPaymentBody, true>({
  amount_cents: cents().required(),
  reference: fields.optionalText(),
});
