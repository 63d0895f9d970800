import type { Page } from '@svc/kernel';
import type { HistoryAnswer } from '../../contract/history';
import type { Listed } from '../owners/list-from';
import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';
import { nameAuthors } from './name-authors';

/** The changes of a record with the names of those who made them, newest first. @throws not_found */
export const listHistory =
  (dependencies: Dependencies, of: 'jobs' | 'customers' | 'assets') =>
  async (asker: Asker, id: number, page: Page): Promise<Listed<HistoryAnswer>> => {
    const { rows, total } = await dependencies[of].history(asker, id, page);
    return { rows: await nameAuthors(dependencies, asker, rows), total };
  };
