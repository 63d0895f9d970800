import { changeDeletion } from './change-deletion';
import type { Dependencies } from './dependencies';

/** Takes a customer and its locations out of every answer of the API. @throws not_found */
export const removeCustomer = (dependencies: Dependencies) =>
  changeDeletion(dependencies, {
    find: dependencies.customers.find,
    isDone: (customer) => customer.removed_at !== null,
    act: dependencies.customers.remove,
    what: (customer) => `Removed the customer ${customer.customer_id}, ${customer.customer_name}`,
  });
