import { changeCustomer, newCustomer, type Customer, type CustomerDetails } from './customer';

const CREATED = new Date('2026-03-02T14:15:00Z');
const LATER = new Date('2026-03-03T10:00:00Z');

const details: CustomerDetails = {
  name: 'Riverside',
  externalId: null,
  email: 'Desk@Riverside.example',
  phone: '(212) 555-0134',
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
      phone: '+12125550134',
      hasLocations: false,
      createdAt: CREATED,
      updatedAt: CREATED,
      deletedAt: null,
    });
  });
});

describe('changeCustomer', () => {
  it('changes what is given and keeps the rest', () => {
    const changes = { name: 'Lakeside', phone: '212-555-0199' };

    expect(changeCustomer(customer, 'US', changes, LATER)).toEqual({
      ...customer,
      name: 'Lakeside',
      phone: '+12125550199',
      version: 2,
      updatedAt: LATER,
    });
  });

  it.each([
    ['nothing', {}],
    ['the same details', details],
    ['the same phone, written otherwise', { phone: '212.555.0134' }],
  ])('is the customer itself for %s', (_, changes) => {
    expect(changeCustomer(customer, 'US', changes, LATER)).toBe(customer);
  });

  it('leaves a phone alone that was not given, though the country has changed', () => {
    const kept = { ...customer, phone: '030 901820' };

    expect(changeCustomer(kept, 'DE', { name: 'Lakeside' }, LATER).phone).toBe('030 901820');
  });
});
