import type { EndpointAnswer } from '../../contract/webhooks';
import type { Asker } from '../owners/owners';
import type { EndpointOfKey } from '../owners/webhooks';
import type { Dependencies } from './dependencies';

/** Endpoints with the names of the keys that subscribed them, in place of the keys' ids. */
export async function nameKeys(
  { apiKeys }: Pick<Dependencies, 'apiKeys'>,
  asker: Asker,
  endpoints: readonly EndpointOfKey[],
): Promise<EndpointAnswer[]> {
  const ids = endpoints.flatMap(({ key_id: keyId }) => keyId ?? []);
  const names = await apiKeys.names(asker, ids);
  return endpoints.map(({ key_id: keyId, ...endpoint }) => ({
    ...endpoint,
    key_name: keyId === null ? null : (names.get(keyId) ?? null),
  }));
}
