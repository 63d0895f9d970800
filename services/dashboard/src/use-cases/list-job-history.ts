import type { Page } from '@svc/kernel';
import type { JobHistoryAnswer } from '../../contract/jobs';
import type { HistoryEntry } from '../owners/jobs';
import type { Listed } from '../owners/list-from';
import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';

/** The changes of a job with the names of those who made them, newest first. @throws not_found */
export const listJobHistory =
  ({ jobs, members, apiKeys }: Dependencies) =>
  async (asker: Asker, jobId: number, page: Page): Promise<Listed<JobHistoryAnswer>> => {
    const { rows, total } = await jobs.history(asker, jobId, page);
    const isByKey = rows.some(({ source }) => keyIdOf(source) !== undefined);
    const [people, keys] = await Promise.all([
      members.known(asker.person.companyId),
      isByKey ? apiKeys.names(asker) : new Map<number, string>(),
    ]);
    const names: Names = { people: new Map(people.map(({ id, name }) => [id, name])), keys };
    const named = rows.map(({ person_id: personId, ...entry }) => ({
      ...entry,
      who: whoOf({ source: entry.source, person_id: personId }, names),
    }));
    return { rows: named, total };
  };

interface Names {
  readonly people: ReadonlyMap<number, string>;
  readonly keys: ReadonlyMap<number, string>;
}

function whoOf(
  { source, person_id: personId }: Pick<HistoryEntry, 'source' | 'person_id'>,
  { people, keys }: Names,
): string | null {
  if (personId !== null) return people.get(personId) ?? 'Somebody who has left';
  const keyId = keyIdOf(source);
  if (keyId !== undefined) return keys.get(keyId) ?? `API key ${keyId}`;
  if (source === 'ui') return 'Operator';
  return source === 'scheduled' ? 'System' : null;
}

/** The key of `api_key:<id>`. */
function keyIdOf(source: string | null): number | undefined {
  const [, id] = /^api_key:(\d+)$/.exec(source ?? '') ?? [];
  return id === undefined ? undefined : Number(id);
}
