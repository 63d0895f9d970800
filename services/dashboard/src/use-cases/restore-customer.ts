import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';
import { recordActivity } from './record-activity';

/** Brings a removed customer back as it was. @throws not_found */
export const restoreCustomer =
  (dependencies: Dependencies) =>
  async (asker: Asker, id: number): Promise<void> => {
    const { customer_name: name, removed_at: removedAt } = await dependencies.customers.find(
      asker,
      id,
    );
    if (removedAt === null) return;
    await dependencies.customers.restore(asker, id);
    const what = `Restored the customer ${id}, ${name}`;
    await recordActivity(dependencies, asker, { kind: 'deletion', what });
  };
