import Router from '@koa/router';
import { existing, RECORDS_PER_READ, type Caller, type RecordAnswer } from '@svc/contracts';
import type { Page } from '@svc/kernel';
import { idList, object } from './fields';
import { privateRoute } from './private-routes';
import { found } from './replies';

/** Where a context reads the records that its events are about, as the caller's company sees them. */
export interface RecordSource {
  /** The records with these ids that the company has, in any order. */
  byIds(ids: readonly number[], caller: Caller): Promise<readonly RecordAnswer[]>;
  /** A page of the company's records, newest first; absent where nobody asks for the newest. */
  list?(
    companyId: number,
    page: Page,
  ): Promise<{ readonly rows: readonly { readonly id: number }[] }>;
}

const NEWEST: Page = { page: 1, perPage: 1 };

const recordsQuery = object({ ids: idList(RECORDS_PER_READ).required() });

/** Answers one of the RECORD_READS: some records by id, or the newest one. */
export function serveRecords(path: string, { byIds, list }: RecordSource): Router {
  const router = new Router({ sensitive: true, strict: true }).get(
    path,
    privateRoute({ query: recordsQuery }, async ({ query: { ids }, caller }) =>
      found(await byIds(ids, caller)),
    ),
  );
  if (!list) return router;
  return router.get(
    `${path}/latest`,
    privateRoute({}, async ({ caller }) => {
      const { rows } = await list(caller.companyId, NEWEST);
      const ids = rows.map(({ id }) => id);
      const [newest] = await byIds(ids, caller);
      return found(existing(newest, 'Record'));
    }),
  );
}
