import type { Customer, CustomerDetails } from '../records/customer';
import { changeCustomer } from '../use-cases/update-customer';
import { newCustomer } from './customer';

const CREATED = new Date('2026-03-02T14:15:00Z');
const LATER = new Date('2026-03-03T10:00:00Z');

const details: CustomerDetails = {
  customerName: 'Riverside',
  externalId: null,
  customerEmail: 'Desk@Riverside.example',
  customerPhone: '(212) 555-0134',
  defaultSlaHours: 24,
  taxExempt: false,
  taxExemptionReason: null,
};
const customer: Customer = { ...newCustomer(1, 'US', details, CREATED), id: 12 };

describe('changeCustomer', () => {
  it('is the customer itself for the same phone, written otherwise', () => {
    const changes = { customerPhone: '212.555.0134' };

    expect(changeCustomer(customer, 'US', changes, LATER)).toBe(customer);
  });

  it('leaves a phone alone that was not given, though the country has changed', () => {
    const kept = { ...customer, customerPhone: '030 901820' };

    expect(changeCustomer(kept, 'DE', { customerName: 'Lakeside' }, LATER).customerPhone).toBe(
      '030 901820',
    );
  });
});
