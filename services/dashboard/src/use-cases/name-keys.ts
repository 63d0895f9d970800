import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';

interface OfKey {
  readonly key_id: number | null;
}

export const nameKeys =
  ({ keyNames }: Pick<Dependencies, 'keyNames'>) =>
  async <Endpoint extends OfKey>(asker: Asker, endpoints: readonly Endpoint[]) => {
    const names = await keyNames(
      asker,
      endpoints.flatMap(({ key_id: keyId }) => keyId ?? []),
    );
    return endpoints.map(({ key_id: keyId, ...endpoint }) => ({
      ...endpoint,
      key_name: keyId === null ? null : (names.get(keyId) ?? null),
    }));
  };

export const nameKey =
  (dependencies: Pick<Dependencies, 'keyNames'>) =>
  async <Endpoint extends OfKey>(asker: Asker, endpoint: Endpoint) =>
    (await nameKeys(dependencies)(asker, [endpoint]))[0];
