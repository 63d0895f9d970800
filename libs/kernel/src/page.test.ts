import { toOffset, toPagination } from './page';

describe('offsetOf', () => {
  it.each([
    [1, 50, 0],
    [2, 50, 50],
    [21, 7, 140],
  ])('page %i of %i records each begins after %i', (page, perPage, offset) => {
    expect(toOffset({ page, perPage })).toBe(offset);
  });
});

describe('paginationOf', () => {
  it.each([
    [0, 0],
    [1, 1],
    [50, 1],
    [51, 2],
    [1_000_000, 20_000],
  ])('counts the pages of %i records, 50 to a page, as %i', (total, pages) => {
    expect(toPagination({ page: 1, perPage: 50 }, total)).toEqual({
      page: 1,
      per_page: 50,
      total,
      total_pages: pages,
    });
  });

  it('keeps the page that was asked for, past the end too', () => {
    expect(toPagination({ page: 9, perPage: 10 }, 12)).toEqual({
      page: 9,
      per_page: 10,
      total: 12,
      total_pages: 2,
    });
  });
});
