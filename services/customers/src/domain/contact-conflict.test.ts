import { findContactConflict, type Holder } from './contact-conflict';

const wanted = { customerEmail: 'Desk@Example.com', customerPhone: '+12125550134' };
const REMOVED = new Date('2026-03-02T14:15:00Z');

const holder = (id: number, overrides: Partial<Holder>): Holder => ({
  id,
  customerName: `Customer ${id}`,
  customerEmail: 'other@example.com',
  customerPhone: '+12125559999',
  deletedAt: null,
  ...overrides,
});
const withEmail = { customerEmail: 'desk@EXAMPLE.com' };
const withPhone = { customerPhone: wanted.customerPhone };
const removed = { deletedAt: REMOVED };

it.each([
  [[], undefined],
  [[holder(1, {})], undefined],
  [[holder(1, withEmail)], ['customer_duplicate_contact', 'email', 1]],
  [[holder(1, withPhone)], ['customer_duplicate_contact', 'phone', 1]],
  [[holder(1, { ...withEmail, ...withPhone })], ['customer_duplicate_contact', 'email', 1]],
  [
    [holder(1, withPhone), holder(2, withEmail)],
    ['customer_duplicate_contact', 'email', 2],
  ],
  [[holder(1, { ...withEmail, ...removed })], ['customer_soft_deleted_conflict', 'email', 1]],
  [[holder(1, { ...withPhone, ...removed })], ['customer_soft_deleted_conflict', 'phone', 1]],
  [
    [holder(1, { ...withPhone, ...removed }), holder(2, { ...withEmail, ...removed })],
    ['customer_soft_deleted_conflict', 'email', 2],
  ],
  [
    [holder(1, { ...withEmail, ...removed }), holder(2, withPhone)],
    ['customer_duplicate_contact', 'phone', 2],
  ],
])('of %j names %j', (holders, expected) => {
  const conflict = findContactConflict(wanted, holders);

  const { matched_field: field, customer_id: id } = conflict?.details ?? {};
  expect(conflict && [conflict.code, field, id]).toEqual(expected);
});

it('says whose contact it is', () => {
  expect(findContactConflict(wanted, [holder(7, withPhone)])).toMatchObject({
    message: expect.stringContaining('customer 7 (Customer 7)'),
    details: { matched_field: 'phone', customer_id: 7, customer_name: 'Customer 7' },
  });
});
