import { keyIdOf } from '@svc/contracts';
import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';

interface Authored {
  /** `ui`, `scheduled` or `api_key:<id>`; null if not recorded. */
  readonly source: string | null;
  readonly person_id: number | null;
}

type Named<Entry extends Authored> = Omit<Entry, 'person_id'> & { readonly who: string | null };

export const nameAuthors =
  ({ members, keyNames }: Pick<Dependencies, 'members' | 'keyNames'>) =>
  async <Entry extends Authored>(
    asker: Asker,
    entries: readonly Entry[],
  ): Promise<Named<Entry>[]> => {
    const keyIds = entries.flatMap(({ source }) => keyIdOf(source ?? '') ?? []);
    const ids = entries.flatMap(({ person_id: id }) => id ?? []);
    const [people, keys] = await Promise.all([
      members.named(asker.person.companyId, [...new Set(ids)]),
      keyNames(asker, keyIds),
    ]);
    const names: Names = { people: new Map(people.map(({ id, name }) => [id, name])), keys };
    return entries.map(({ person_id: personId, ...entry }) => ({
      ...entry,
      who: whoOf({ source: entry.source, person_id: personId }, names),
    }));
  };

interface Names {
  readonly people: ReadonlyMap<number, string>;
  readonly keys: ReadonlyMap<number, string>;
}

function whoOf({ source, person_id: personId }: Authored, { people, keys }: Names): string | null {
  if (personId !== null) return people.get(personId) ?? 'Somebody who has left';
  const keyId = keyIdOf(source ?? '');
  if (keyId !== undefined) return keys.get(keyId) ?? `API key ${keyId}`;
  if (source === 'ui') return 'Operator';
  return source === 'scheduled' ? 'System' : null;
}
