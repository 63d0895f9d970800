import type { Changes, ChangesPart, Page } from '@svc/kernel';
import type { Middleware } from 'koa';
import type { Answer } from './answers';
import { listQuery, pageQuery, type ListQuery } from './fields';
import { listEndpoint } from './list-endpoint';
import type { Handler } from './endpoint';
import { listRoute } from './shown-records';

interface OfRecord {
  readonly companyId: number;
  readonly id: number;
  readonly changedFrom?: Date | undefined;
}

interface History<Entry> {
  list(
    of: OfRecord,
    page: Page,
  ): Promise<{ readonly rows: readonly Entry[]; readonly total: number }>;
  listChanges(of: OfRecord, part: ChangesPart): Promise<Changes<Entry>>;
}

export const historyEndpoint = <Entry>(
  shown: Answer<Entry, object>,
  history: History<Entry>,
): Handler<{ id: number }> =>
  listEndpoint<{ id: number }, ListQuery, Entry, object>(
    { query: listQuery, shown },
    ({ ids: { id }, query, caller: { companyId } }) => {
      const of = { companyId, id, changedFrom: query.updated_since };
      return {
        page: (page) => history.list(of, page),
        changes: (part) => history.listChanges(of, part),
      };
    },
  );

export const historyRoute = <Entry>(
  shown: Answer<Entry, object>,
  history: Pick<History<Entry>, 'list'>,
): Middleware =>
  listRoute(pageQuery, shown, ({ id, caller: { companyId } }, page) =>
    history.list({ companyId, id }, page),
  );
