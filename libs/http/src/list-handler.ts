import type { RowChange, RowChanges, ChangesQuery, Page, RemovedRecord } from '@svc/kernel';
import type { ObjectSchema } from 'joi';
import { defineNamedResponse, type ResponseFormat } from './responses';
import { readCursor, writeCursor, type CursorOwner } from './cursor';
import { toPage, type ListQuery } from './fields';
import { listed, listedChanges, type ExtraFields } from './replies';
import { createHandler, type OperationCall, type OperationHandler } from './handler';
import { toView, type View } from './view';

interface ListSchemas<Query, Row, Body> {
  readonly query: ObjectSchema<Query>;
  readonly response: ResponseFormat<Row, Body>;
  /** Absent where records are never removed. */
  readonly removed?: ResponseFormat<RemovedRecord, object>;
}

interface FilteredList<Row> {
  page(page: Page): Promise<{ readonly rows: readonly Row[]; readonly total: number }>;
  changes(part: ChangesQuery): Promise<RowChanges<Row>>;
  readonly beside?: ExtraFields;
}

export const createListHandler = <IdSet, Query extends ListQuery, Row, Body>(
  { query: schema, response, removed }: ListSchemas<Query, Row, Body>,
  openList: (call: OperationCall<IdSet, Query>) => FilteredList<Row>,
): OperationHandler<IdSet> =>
  createHandler<IdSet, Query>({ query: schema }, async (call) => {
    const { query, caller, at } = call;
    const page = toPage(query);
    const list = openList(call);
    const view = toView(caller);
    if (query.cursor === undefined) {
      const { rows, total } = await list.page(page);
      return listed(response.presentAll(rows, view), page, total, list.beside);
    }
    const owner = toCursorOwner(call);
    const { changes, next, hasMore } = await list.changes({
      after: readCursor(query.cursor, owner, at),
      limit: page.perPage,
      withRemoved: query.include === 'deleted',
    });
    const data = changes.map((change) => presentChange(change, { response, removed }, view));
    const pagination = {
      per_page: page.perPage,
      has_more: hasMore,
      next_cursor: writeCursor(owner, at, next),
    };
    return listedChanges(data, pagination, list.beside);
  });

interface CompanyList<Row, Filter> {
  readonly list: (
    companyId: number,
    filter: Filter,
    page: Page,
  ) => ReturnType<FilteredList<Row>['page']>;
  readonly listChanges: (
    companyId: number,
    filter: Filter,
    part: ChangesQuery,
  ) => Promise<RowChanges<Row>>;
}

export const createCompanyListHandler = <Query extends ListQuery, Filter, Row, Body>(
  schemas: ListSchemas<Query, Row, Body>,
  { list, listChanges }: CompanyList<Row, Filter>,
  toFilter: (query: Query) => Filter,
): OperationHandler<unknown> =>
  createListHandler(schemas, ({ query, caller: { companyId } }) => {
    const filter = toFilter(query);
    return {
      page: (page) => list(companyId, filter, page),
      changes: (part) => listChanges(companyId, filter, part),
    };
  });

interface RecordQuery {
  readonly ids?: readonly number[] | undefined;
  readonly external_id?: string | undefined;
  readonly created_after?: Date | undefined;
  readonly created_before?: Date | undefined;
  readonly updated_since?: Date | undefined;
}

/** The filters that most lists have. */
export const toRecordFilter = (query: RecordQuery) => ({
  ids: query.ids,
  externalId: query.external_id,
  createdFrom: query.created_after,
  createdBefore: query.created_before,
  updatedFrom: query.updated_since,
});

/** Everything else is a filter, the address and `include` too. */
function toCursorOwner<IdSet>({
  operation,
  caller: { companyId },
  ids,
  query: { cursor: _cursor, page: _page, per_page: _perPage, ...filters },
}: OperationCall<IdSet, ListQuery>): CursorOwner {
  return { list: operation, companyId, filters: { ...filters, ...(ids as object) } };
}

function presentChange<Row, Body>(
  change: RowChange<Row>,
  { response, removed }: Pick<ListSchemas<unknown, Row, Body>, 'response' | 'removed'>,
  view: View,
): unknown {
  if ('row' in change) return response.present(change.row, view);
  if (!removed) throw new Error('The list does not report removed records.');
  return removed.present(change.removed, view);
}

export const defineRemovedResponse = (
  name: string,
  field: string,
): ResponseFormat<RemovedRecord, object> =>
  defineNamedResponse(name, ({ key, updatedAt }, { zone }, show) => ({
    [field]: show.id(key),
    deleted: show.flag(true, 'Always true.'),
    updated_at: show.timestamp(updatedAt, zone, 'When the record was deleted or removed.'),
  }));
