import {
  createOperatorActed,
  createRecordEvent,
  isOperator,
  type Caller,
  type CustomerSummary,
  type DomainEvent,
  type EventType,
} from '@svc/contracts';
import { toCustomerSearchText, type Customer } from '../records/customer';

export const toCustomerSummary = (
  customer: Pick<
    Customer,
    'id' | 'customerName' | 'customerEmail' | 'customerPhone' | 'deletedAt' | 'version'
  >,
): CustomerSummary => ({
  customer_id: customer.id,
  customer_name: customer.customerName,
  search_text: toCustomerSearchText(customer),
  deleted: customer.deletedAt !== null,
  version: customer.version,
});

const announce =
  (type: EventType) =>
  (customer: Customer, { actor }: Caller): DomainEvent[] => [
    createRecordEvent(type, customer, actor, { card: toCustomerSummary(customer) }),
  ];

export const customerCreated = announce('customer.created');
export const customerUpdated = announce('customer.updated');

/** The dashboard logs what people do; only what the operator does is announced here. */
const announceWithActivity =
  (type: EventType, done: string) =>
  (customer: Customer, caller: Caller): DomainEvent[] => {
    const what = `${done} the customer ${customer.id}, ${customer.customerName}`;
    return announce(type)(customer, caller).flatMap((event) =>
      isOperator(caller)
        ? [event, createOperatorActed(event, { kind: 'deletion', what }, caller)]
        : event,
    );
  };

export const customerDeleted = announceWithActivity('customer.deleted', 'Removed');
export const customerRestored = announceWithActivity('customer.restored', 'Restored');
