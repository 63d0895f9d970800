import { DomainError } from '@svc/contracts';
import { mayUse } from '../../contract/rights';
import { selectClosest, type FoundRecord, type SearchResult } from '../domain/search';
import type { Company } from '../domain/company';
import type { Requester } from '../owners/owners';
import type { Dependencies } from './dependencies';
import { listSearches } from './search-kinds';

/** Asks all owners at once; one that fails leaves only its kind out. */
export const searchRecords =
  ({ owners }: Pick<Dependencies, 'owners'>) =>
  async (
    requester: Requester & { readonly company: Company },
    term: string,
  ): Promise<SearchResult> => {
    const { person, company } = requester;
    const searches = listSearches(term).filter(
      ({ right, feature }) =>
        mayUse(person.role, right) && (feature === undefined || company.features.includes(feature)),
    );
    const found = await Promise.all(
      searches.map(async ({ kind, owner, path, toFound }) => {
        try {
          const { body } = await owners.call(requester, owner, { method: 'GET', path });
          return toFound(body.data).map((record): FoundRecord => ({ kind, ...record }));
        } catch (error) {
          return error instanceof DomainError && error.code === 'not_found' ? [] : undefined;
        }
      }),
    );
    return {
      records: selectClosest(
        term,
        found.flatMap((records) => records ?? []),
      ),
      unavailable: searches.flatMap(({ kind }, index) => (found[index] ? [] : [kind])),
    };
  };
