import type { Caller } from '@svc/contracts';
import { recordChange, type RecordChange } from '@svc/outbox';
import type { Customer } from '../domain/customer';
import { CUSTOMER_FIELDS, LOCATION_FIELDS } from '../domain/customer-history';
import type { Location } from '../domain/location';

/** What the history keeps of a change of a customer; of its creation where there is no `before`. */
export const customerChange = (
  before: Customer | undefined,
  after: Customer,
  author: Caller,
): RecordChange =>
  recordChange({ fields: CUSTOMER_FIELDS, before, after, author, at: after.updatedAt });

/** The same of a location, which the history of its customer tells. */
export const locationChange = (
  before: Location | undefined,
  after: Location,
  author: Caller,
): RecordChange => ({
  ...recordChange({ fields: LOCATION_FIELDS, before, after, author, at: after.updatedAt }),
  id: after.customerId,
  partId: after.id,
});
