import {
  isOperator,
  operatorActed,
  type Caller,
  type CustomerCard,
  type DomainEvent,
  type EventType,
} from '@svc/contracts';
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

export const customerDeleted = (customer: Customer, caller: Caller): DomainEvent[] =>
  withActivity(
    announce('customer.deleted')(customer, caller.actor),
    caller,
    `Removed the customer ${customer.id}, ${customer.name}`,
  );

export const customerRestored = (customer: Customer, caller: Caller): DomainEvent[] =>
  withActivity(
    announce('customer.restored')(customer, caller.actor),
    caller,
    `Restored the customer ${customer.id}, ${customer.name}`,
  );

/** For the log of activity, where the dashboard did not log it itself, as of a person. */
const withActivity = (event: DomainEvent, caller: Caller, what: string): DomainEvent[] =>
  isOperator(caller) ? [event, operatorActed(event, { kind: 'deletion', what }, caller)] : [event];
