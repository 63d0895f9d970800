import type { Query } from './call';

/** One page of a list. */
export interface Page {
  readonly data: readonly unknown[];
  readonly pagination: object;
}

/** A record as a list shows it, and not what is left of one that was removed. */
export type Live<Row> = Exclude<Row, { readonly deleted: boolean }>;

/** An answer whose `data` are these. */
type With<Answer extends Page, Row> = Omit<Answer, 'data'> & { readonly data: readonly Row[] };

/**
 * A list: `await` it for one page, `for await` it for all its records.
 *
 * Nothing is asked before that. By cursor, records come in the order of their last change, oldest
 * first, each once unless it changes meanwhile; where a list knows pages alone, a record that is
 * created meanwhile can move others to the next page, where they are met again.
 */
export interface List<Answer extends Page, Row = Live<Answer['data'][number]>>
  extends PromiseLike<With<Answer, Row>>, AsyncIterable<Row> {
  /** All pages from the asked one on, with their `pagination`. */
  pages(): AsyncIterable<With<Answer, Row>>;
}

type ReadPage = (query: Query) => Promise<Page>;

/** As many as a page can have, where the caller does not say. */
const RECORDS_PER_PAGE = 100;

interface Pagination {
  readonly page?: number;
  readonly total_pages?: number;
  readonly has_more?: boolean;
  readonly next_cursor?: string | null;
}

/** The list whose pages `read` asks for, of which the caller asked for `query`. */
export function listOf(read: ReadPage, kind: 'page' | 'cursor', query: Query = {}): List<Page> {
  async function* pages(): AsyncGenerator<Page> {
    // Who asks for a page by its number goes on by numbers.
    const start = kind === 'cursor' && query['page'] === undefined ? { cursor: '' } : { page: 1 };
    let asked: Query | undefined = { ...start, per_page: RECORDS_PER_PAGE, ...query };
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

function nextOf(asked: Query, pagination: Pagination): Query | undefined {
  if ('cursor' in asked) {
    const { has_more: hasMore, next_cursor: cursor } = pagination;
    // Otherwise whoever walks the list would be given the same records without end.
    if (hasMore && cursor === asked['cursor']) throw new Error('The next page is this one again.');
    return hasMore && cursor ? { ...asked, cursor } : undefined;
  }
  const { page = 1, total_pages: pages = 1 } = pagination;
  return page < pages ? { ...asked, page: page + 1 } : undefined;
}
