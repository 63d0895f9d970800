export interface Page {
  readonly page: number;
  readonly perPage: number;
}

export interface Pagination {
  readonly page: number;
  readonly per_page: number;
  readonly total: number;
  readonly total_pages: number;
}

export const toOffset = ({ page, perPage }: Page): number => (page - 1) * perPage;

export const toPagination = ({ page, perPage }: Page, total: number): Pagination => ({
  page,
  per_page: perPage,
  total,
  total_pages: Math.ceil(total / perPage),
});
