import type { Change, Changes, ChangesPart, Page, RemovedRecord } from '@svc/kernel';
import type { ObjectSchema } from 'joi';
import { namedAnswer, type Answer } from './answers';
import { readCursor, writeCursor, type CursorOwner } from './cursor';
import { pageOf, type ListQuery } from './fields';
import { listed, listedChanges, type ExtraFields } from './replies';
import { endpoint, type Call, type Handler } from './endpoint';
import { viewOf, type View } from './view';

interface ListSchemas<Query, Row, Body> {
  readonly query: ObjectSchema<Query>;
  readonly shown: Answer<Row, Body>;
  /** Absent where records are never removed. */
  readonly removed?: Answer<RemovedRecord, object>;
}

interface AskedList<Row> {
  page(page: Page): Promise<{ readonly rows: readonly Row[]; readonly total: number }>;
  changes(part: ChangesPart): Promise<Changes<Row>>;
  readonly beside?: ExtraFields;
}

export const listEndpoint = <IdSet, Query extends ListQuery, Row, Body>(
  { query: schema, shown, removed }: ListSchemas<Query, Row, Body>,
  ask: (call: Call<IdSet, Query>) => AskedList<Row>,
): Handler<IdSet> =>
  endpoint<IdSet, Query>({ query: schema }, async (call) => {
    const { query, caller, at } = call;
    const page = pageOf(query);
    const list = ask(call);
    const view = viewOf(caller);
    if (query.cursor === undefined) {
      const { rows, total } = await list.page(page);
      return listed(shown.presentAll(rows, view), page, total, list.beside);
    }
    const owner = ownerOf(call);
    const { changes, next, hasMore } = await list.changes({
      after: readCursor(query.cursor, owner, at),
      limit: page.perPage,
      withRemoved: query.include === 'deleted',
    });
    const data = changes.map((change) => presentChange(change, { shown, removed }, view));
    const pagination = {
      per_page: page.perPage,
      has_more: hasMore,
      next_cursor: writeCursor(owner, at, next),
    };
    return listedChanges(data, pagination, list.beside);
  });

/** Everything else is a filter, the address and `include` too. */
function ownerOf<IdSet>({
  operation,
  caller: { companyId },
  ids,
  query: { cursor: _cursor, page: _page, per_page: _perPage, ...filters },
}: Call<IdSet, ListQuery>): CursorOwner {
  return { list: operation, companyId, filters: { ...filters, ...(ids as object) } };
}

function presentChange<Row, Body>(
  change: Change<Row>,
  { shown, removed }: Pick<ListSchemas<unknown, Row, Body>, 'shown' | 'removed'>,
  view: View,
): unknown {
  if ('row' in change) return shown.present(change.row, view);
  if (!removed) throw new Error('A record was removed from a list that does not tell of it.');
  return removed.present(change.removed, view);
}

export const removedAnswer = (name: string, field: string): Answer<RemovedRecord, object> =>
  namedAnswer(name, ({ key, updatedAt }, { zone }, show) => ({
    [field]: show.id(key),
    deleted: show.flag(true, 'Always true.'),
    updated_at: show.timestamp(updatedAt, zone, 'When the record was deleted or removed.'),
  }));
