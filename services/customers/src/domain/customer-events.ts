import type { CustomerCard, DomainEvent, EventType } from '@svc/contracts';
import type { Customer } from './customer';

/** The facts about a customer that other contexts get. */
export const customerCard = (
  customer: Pick<Customer, 'id' | 'name' | 'deletedAt' | 'version'>,
): CustomerCard => ({
  customer_id: customer.id,
  customer_name: customer.name,
  deleted: customer.deletedAt !== null,
  version: customer.version,
});

const announce =
  (type: EventType) =>
  (customer: Customer, actor: string): DomainEvent => ({
    type,
    companyId: customer.companyId,
    recordId: customer.id,
    version: customer.version,
    occurredAt: customer.updatedAt,
    actor,
    data: { card: customerCard(customer) },
  });

export const customerCreated = announce('customer.created');
export const customerUpdated = announce('customer.updated');
export const customerDeleted = announce('customer.deleted');
export const customerRestored = announce('customer.restored');
