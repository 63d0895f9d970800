import { historyOfExisting } from '@svc/outbox';
import type { CustomerHistory } from '../persistence/customer-history';
import type { Dependencies } from './dependencies';

/** The changes of a customer and of its locations. */
export const listCustomerHistory = ({ customers, history }: Dependencies): CustomerHistory =>
  historyOfExisting(history, customers.find);

/** The same, even when the customer is removed. */
export const historyEvenOfRemoved = ({ customers, history }: Dependencies): CustomerHistory =>
  historyOfExisting(history, customers.findSummary);
