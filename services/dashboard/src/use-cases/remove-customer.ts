import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';
import { recordActivity } from './record-activity';

/** Takes a customer and its locations out of every answer of the API. @throws not_found */
export const removeCustomer =
  (dependencies: Dependencies) =>
  async (asker: Asker, id: number): Promise<void> => {
    const { customer_name: name, removed_at: removedAt } = await dependencies.customers.find(
      asker,
      id,
    );
    if (removedAt !== null) return;
    await dependencies.customers.remove(asker, id);
    const what = `Removed the customer ${id}, ${name}`;
    await recordActivity(dependencies, asker, { kind: 'deletion', what });
  };
