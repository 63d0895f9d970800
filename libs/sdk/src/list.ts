import type { CallQuery } from './call';

export interface Page {
  readonly data: readonly unknown[];
  readonly pagination: object;
}

/** Excludes the entries of removed records. */
export type Live<Row> = Exclude<Row, { readonly deleted: boolean }>;

type With<Answer extends Page, Row> = Omit<Answer, 'data'> & { readonly data: readonly Row[] };

/**
 * A list: `await` it for one page, or `for await` it for all records. The request is sent only then.
 * With a cursor, records come in order of their last change, oldest first. Without one, as with `sort`, a
 * record created meanwhile can move others to the next page, so they appear twice.
 */
export interface List<Answer extends Page, Row = Live<Answer['data'][number]>>
  extends PromiseLike<With<Answer, Row>>, AsyncIterable<Row> {
  /** All pages from the requested one on, with their `pagination`. */
  pages(): AsyncIterable<With<Answer, Row>>;
}

type ReadPage = (query: CallQuery) => Promise<Page>;

const RECORDS_PER_PAGE = 100;

interface Pagination {
  readonly page?: number;
  readonly total_pages?: number;
  readonly has_more?: boolean;
  readonly next_cursor?: string | null;
}

export function createList(
  read: ReadPage,
  kind: 'page' | 'cursor',
  query: CallQuery = {},
): List<Page> {
  async function* pages(): AsyncGenerator<Page> {
    const isSorted = query['sort'] !== undefined;
    const isByPage = kind === 'page' || query['page'] !== undefined || isSorted;
    const start = isByPage ? { page: 1 } : { cursor: '' };
    let asked: CallQuery | undefined = { ...start, per_page: RECORDS_PER_PAGE, ...query };
    while (asked) {
      const page: Page = await read(asked);
      yield page;
      asked = nextOf(asked, page.pagination);
    }
  }
  async function* records(): AsyncGenerator<unknown> {
    for await (const { data } of pages()) yield* data;
  }
  return {
    then: (onFulfilled, onRejected) => read(query).then(onFulfilled, onRejected),
    pages,
    [Symbol.asyncIterator]: records,
  };
}

function nextOf(asked: CallQuery, pagination: Pagination): CallQuery | undefined {
  if ('cursor' in asked) {
    const { has_more: hasMore, next_cursor: cursor } = pagination;
    // A cursor that does not advance would return the same records forever.
    if (hasMore && cursor === asked['cursor']) throw new Error('The cursor did not advance.');
    return hasMore && cursor ? { ...asked, cursor } : undefined;
  }
  const { page = 1, total_pages: pages = 1 } = pagination;
  return page < pages ? { ...asked, page: page + 1 } : undefined;
}
