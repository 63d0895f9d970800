import { parseKeyId } from '@svc/contracts';
import type { OwnerServices, Requester } from '../owners/owners';
import type { Dependencies } from './dependencies';

interface Authored {
  /** `ui`, `scheduled` or `api_key:<id>`; null if not recorded. */
  readonly source: string | null;
  readonly person_id: number | null;
}

type Named<Entry extends Authored> = Omit<Entry, 'person_id'> & { readonly who: string | null };

interface WithKey {
  readonly key_id: number | null;
}

/** Includes the names of revoked keys. */
async function findKeyNames(
  owners: OwnerServices,
  requester: Requester,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const call = { method: 'GET', path: `/key-names?ids=${[...new Set(ids)].join()}` } as const;
  const { body } = await owners.call<{ id: number; name: string }[]>(requester, 'gateway', call);
  return new Map(body.data.map(({ id, name }) => [id, name]));
}

export const nameAuthors =
  ({ members, owners }: Pick<Dependencies, 'members' | 'owners'>) =>
  async <Entry extends Authored>(
    requester: Requester,
    entries: readonly Entry[],
  ): Promise<Named<Entry>[]> => {
    const keyIds = entries.flatMap(({ source }) => parseKeyId(source ?? '') ?? []);
    const ids = entries.flatMap(({ person_id: id }) => id ?? []);
    const [people, keys] = await Promise.all([
      members.findNames(requester.person.companyId, [...new Set(ids)]),
      findKeyNames(owners, requester, keyIds),
    ]);
    const names: Names = { people: new Map(people.map(({ id, name }) => [id, name])), keys };
    return entries.map(({ person_id: personId, ...entry }) => ({
      ...entry,
      who: findAuthorName({ source: entry.source, person_id: personId }, names),
    }));
  };

interface Names {
  readonly people: ReadonlyMap<number, string>;
  readonly keys: ReadonlyMap<number, string>;
}

function findAuthorName(
  { source, person_id: personId }: Authored,
  { people, keys }: Names,
): string | null {
  if (personId !== null) return people.get(personId) ?? 'Former team member';
  const keyId = parseKeyId(source ?? '');
  if (keyId !== undefined) return keys.get(keyId) ?? `API key ${keyId}`;
  if (source === 'ui') return 'Operator';
  return source === 'scheduled' ? 'System' : null;
}

export const nameKeys =
  ({ owners }: Pick<Dependencies, 'owners'>) =>
  async <Endpoint extends WithKey>(requester: Requester, endpoints: readonly Endpoint[]) => {
    const ids = endpoints.flatMap(({ key_id: keyId }) => keyId ?? []);
    const names = await findKeyNames(owners, requester, ids);
    return endpoints.map(({ key_id: keyId, ...endpoint }) => ({
      ...endpoint,
      key_name: keyId === null ? null : (names.get(keyId) ?? null),
    }));
  };

export const nameKey =
  (dependencies: Pick<Dependencies, 'owners'>) =>
  async <Endpoint extends WithKey>(requester: Requester, endpoint: Endpoint) =>
    (await nameKeys(dependencies)(requester, [endpoint]))[0];
