import Router from '@koa/router';
import { MAX_JSON_VALUES } from '@svc/contracts';
import { idList, object, queryInteger } from './fields';
import { createPrivateRoute } from './private-routes';
import { found } from './replies';

export interface SummarySource<Summary> {
  listByIds(companyId: number, ids: readonly number[]): Promise<readonly Summary[]>;
  listAfter(companyId: number, id: number, limit: number): Promise<readonly Summary[]>;
  findExistingIds(companyId: number, ids: readonly number[]): Promise<readonly number[]>;
}

const MAX_SUMMARIES = 1_000;

const summariesQuery = object({
  ids: idList(MAX_SUMMARIES),
  after: queryInteger(0).default(0),
  limit: queryInteger(1, MAX_SUMMARIES).default(MAX_SUMMARIES),
});

const idsBody = object({ ids: idList(MAX_JSON_VALUES).required() });

export const serveSummaries = <Summary>(path: string, source: SummarySource<Summary>): Router =>
  new Router({ sensitive: true, strict: true })
    .get(
      path,
      createPrivateRoute(
        { query: summariesQuery },
        async ({ query: { ids, after, limit }, caller }) =>
          found(
            ids
              ? await source.listByIds(caller.companyId, ids)
              : await source.listAfter(caller.companyId, after, limit),
          ),
      ),
    )
    .post(
      path,
      createPrivateRoute({ body: idsBody }, async ({ body: { ids }, caller }) =>
        found(await source.findExistingIds(caller.companyId, ids)),
      ),
    );
