import {
  isOperator,
  createOperatorActed,
  createRecordEvent,
  type Caller,
  type CustomerSummary,
  type DomainEvent,
  type EventType,
} from '@svc/contracts';
import type { Customer } from '../records/customer';

export const customerCard = (
  customer: Pick<Customer, 'id' | 'customerName' | 'deletedAt' | 'version'>,
): CustomerSummary => ({
  customer_id: customer.id,
  customer_name: customer.customerName,
  deleted: customer.deletedAt !== null,
  version: customer.version,
});

const event = (type: EventType, customer: Customer, { actor }: Caller): DomainEvent =>
  createRecordEvent(type, customer, actor, { card: customerCard(customer) });

export const customerCreated = (customer: Customer, caller: Caller): DomainEvent[] => [
  event('customer.created', customer, caller),
];

export const customerUpdated = (customer: Customer, caller: Caller): DomainEvent[] => [
  event('customer.updated', customer, caller),
];

export const customerDeleted = (customer: Customer, caller: Caller): DomainEvent[] =>
  withActivity(
    event('customer.deleted', customer, caller),
    caller,
    `Removed the customer ${customer.id}, ${customer.customerName}`,
  );

export const customerRestored = (customer: Customer, caller: Caller): DomainEvent[] =>
  withActivity(
    event('customer.restored', customer, caller),
    caller,
    `Restored the customer ${customer.id}, ${customer.customerName}`,
  );

/** The dashboard logs what people do; only what the operator does is announced here. */
const withActivity = (change: DomainEvent, caller: Caller, what: string): DomainEvent[] =>
  isOperator(caller)
    ? [change, createOperatorActed(change, { kind: 'deletion', what }, caller)]
    : [change];
