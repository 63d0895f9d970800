import Router from '@koa/router';
import {
  requireFound,
  MAX_RECORDS_PER_READ,
  type Caller,
  type RecordSnapshot,
} from '@svc/contracts';
import type { Page } from '@svc/kernel';
import type { ResponseFormat } from './responses';
import { idList, object } from './fields';
import { createPrivateRoute } from './private-routes';
import { found } from './replies';
import { toView } from './view';

export interface RecordSource<Row> {
  readonly response: Pick<ResponseFormat<NoInfer<Row>, RecordSnapshot['object']>, 'present'>;
  find(companyId: number, ids: readonly number[]): Promise<readonly Row[]>;
  /** Newest first; absent where nobody reads the newest. */
  list?(
    companyId: number,
    page: Page,
  ): Promise<{ readonly rows: readonly { readonly id: number }[] }>;
}

const NEWEST: Page = { page: 1, perPage: 1 };

const recordsQuery = object({ ids: idList(MAX_RECORDS_PER_READ).required() });

/** Serves one of the RECORD_READS: records by id, or the newest one. */
export function serveRecords<Row extends { readonly id: number; readonly version: number }>(
  path: string,
  { response, find, list }: RecordSource<Row>,
): Router {
  const byIds = async (ids: readonly number[], caller: Caller): Promise<RecordSnapshot[]> =>
    (await find(caller.companyId, ids)).map((row) => ({
      id: row.id,
      version: row.version,
      object: response.present(row, toView(caller)),
    }));
  const router = new Router({ sensitive: true, strict: true }).get(
    path,
    createPrivateRoute({ query: recordsQuery }, async ({ query: { ids }, caller }) =>
      found(await byIds(ids, caller)),
    ),
  );
  if (!list) return router;
  return router.get(
    `${path}/latest`,
    createPrivateRoute({}, async ({ caller }) => {
      const { rows } = await list(caller.companyId, NEWEST);
      const ids = rows.map(({ id }) => id);
      const [newest] = await byIds(ids, caller);
      return found(requireFound(newest, 'Record'));
    }),
  );
}
