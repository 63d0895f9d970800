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

describe('newCustomer', () => {
  it('begins at version 1 with the phone in E.164 and the e-mail as sent', () => {
    expect(newCustomer(1, 'US', details, CREATED)).toEqual({
      ...details,
      companyId: 1,
      version: 1,
      customerPhone: '+12125550134',
      hasLocations: false,
      createdAt: CREATED,
      updatedAt: CREATED,
      deletedAt: null,
    });
  });
});

describe('changeCustomer', () => {
  it('changes what is given and keeps the rest', () => {
    const changes = { customerName: 'Lakeside', customerPhone: '212-555-0199' };

    expect(changeCustomer(customer, 'US', changes, LATER)).toEqual({
      ...customer,
      customerName: 'Lakeside',
      customerPhone: '+12125550199',
      version: 2,
      updatedAt: LATER,
    });
  });

  it.each([
    ['nothing', {}],
    ['the same details', details],
    ['the same phone, written otherwise', { customerPhone: '212.555.0134' }],
  ])('is the customer itself for %s', (_, changes) => {
    expect(changeCustomer(customer, 'US', changes, LATER)).toBe(customer);
  });

  it('leaves a phone alone that was not given, though the country has changed', () => {
    const kept = { ...customer, customerPhone: '030 901820' };

    expect(changeCustomer(kept, 'DE', { customerName: 'Lakeside' }, LATER).customerPhone).toBe(
      '030 901820',
    );
  });
});
