import Router from '@koa/router';
import { RECORDS_PER_READ, type Caller, type RecordAnswer } from '@svc/contracts';
import { idList, object } from './fields';
import { privateRoute } from './private-routes';
import { found } from './replies';

/** Where a context reads the records that its events are about, as the caller's company sees them. */
export interface RecordSource {
  /** The records with these ids that the company has, in any order. */
  byIds(ids: readonly number[], caller: Caller): Promise<readonly RecordAnswer[]>;
  /** The newest, or not_found; absent where nobody asks for it. */
  latest?(caller: Caller): Promise<RecordAnswer>;
}

const recordsQuery = object({ ids: idList(RECORDS_PER_READ).required() });

/** Answers one of the RECORD_READS: some records by id, or the newest one. */
export function serveRecords(path: string, { byIds, latest }: RecordSource): Router {
  const router = new Router({ sensitive: true, strict: true }).get(
    path,
    privateRoute({ query: recordsQuery }, async ({ query: { ids }, caller }) =>
      found(await byIds(ids, caller)),
    ),
  );
  if (!latest) return router;
  return router.get(
    `${path}/latest`,
    privateRoute({}, async ({ caller }) => found(await latest(caller))),
  );
}
