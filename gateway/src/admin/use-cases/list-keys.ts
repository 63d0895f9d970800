import type { KeyRecord } from '../domain/api-key';
import type { Dependencies } from './dependencies';

/** The company's keys, each with when it was last used, or not_found. */
export const listKeys =
  ({ companies, keys, lastUsed }: Dependencies) =>
  async (slug: string): Promise<KeyRecord[]> => {
    await lastUsed.write();
    return keys.list((await companies.get(slug)).id);
  };
