/** Which part of a list is asked for; both count from 1. */
export interface Page {
  readonly page: number;
  readonly perPage: number;
}

/** The `pagination` object of every list answer. */
export interface Pagination {
  readonly page: number;
  readonly per_page: number;
  readonly total: number;
  readonly total_pages: number;
}

/** How many records precede the page. */
export const offsetOf = ({ page, perPage }: Page): number => (page - 1) * perPage;

export const paginationOf = ({ page, perPage }: Page, total: number): Pagination => ({
  page,
  per_page: perPage,
  total,
  total_pages: Math.ceil(total / perPage),
});
