import type { RowChanges, ChangesQuery, Page } from '@svc/kernel';
import type { Middleware } from 'koa';
import type { ResponseFormat } from './responses';
import { listQuery, pageQuery, type ListQuery } from './fields';
import { createListHandler } from './list-handler';
import type { OperationHandler } from './handler';
import { createListRoute } from './record-routes';

interface HistoryQuery {
  readonly companyId: number;
  readonly id: number;
  readonly changedFrom?: Date | undefined;
}

interface History<Entry> {
  list(
    query: HistoryQuery,
    page: Page,
  ): Promise<{ readonly rows: readonly Entry[]; readonly total: number }>;
  listChanges(query: HistoryQuery, part: ChangesQuery): Promise<RowChanges<Entry>>;
}

export const createHistoryHandler = <Entry>(
  response: ResponseFormat<Entry, object>,
  history: History<Entry>,
): OperationHandler<{ id: number }> =>
  createListHandler<{ id: number }, ListQuery, Entry, object>(
    { query: listQuery, response },
    ({ ids: { id }, query, caller: { companyId } }) => {
      const historyQuery = { companyId, id, changedFrom: query.updated_since };
      return {
        page: (page) => history.list(historyQuery, page),
        changes: (part) => history.listChanges(historyQuery, part),
      };
    },
  );

export const createHistoryRoute = <Entry>(
  response: ResponseFormat<Entry, object>,
  history: Pick<History<Entry>, 'list'>,
): Middleware =>
  createListRoute(pageQuery, response, ({ id, caller: { companyId } }, page) =>
    history.list({ companyId, id }, page),
  );
