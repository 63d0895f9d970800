import type { Context } from '@svc/contracts';
import type { Page } from '@svc/kernel';
import type { HistoryAnswer } from '../../contract/history';
import type { HistoryEntry } from '../owners/history';
import { listFrom, pageQuery, type Listed } from '../owners/list-from';
import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';
import { nameAuthors } from './name-authors';

/**
 * The changes of a record with the names of those who made them, newest first; `path` is that of the
 * records below the owner's `/admin`. @throws not_found
 */
export const listHistory =
  (dependencies: Dependencies, owner: Context, path: string) =>
  async (asker: Asker, id: number, page: Page): Promise<Listed<HistoryAnswer>> => {
    const list = listFrom(dependencies.owners, owner);
    const { rows, total } = await list<HistoryEntry>(
      asker,
      `${path}/${id}/history`,
      pageQuery(page),
    );
    return { rows: await nameAuthors(dependencies, asker, rows), total };
  };
