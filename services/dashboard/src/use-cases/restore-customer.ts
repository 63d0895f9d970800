import { changeDeletion } from './change-deletion';
import type { Dependencies } from './dependencies';

/** Brings a removed customer back as it was. @throws not_found */
export const restoreCustomer = (dependencies: Dependencies) =>
  changeDeletion(dependencies, {
    find: dependencies.customers.find,
    isDone: (customer) => customer.removed_at === null,
    act: dependencies.customers.restore,
    what: (customer) => `Restored the customer ${customer.customer_id}, ${customer.customer_name}`,
  });
