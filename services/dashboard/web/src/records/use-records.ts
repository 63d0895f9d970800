import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { request, type DashboardResponse } from '../server/request';

export const RECORDS_PER_PAGE = 25;

export interface ListedRecords<T, Filter extends string> {
  /** Undefined until loaded. */
  readonly rows: readonly T[] | undefined;
  readonly total: number;
  readonly page: number;
  readonly pages: number;
  readonly filters: Readonly<Partial<Record<Filter, string>>>;
  readonly isFiltered: boolean;
  readonly error: Error | null;
  /** Whether rows of the previous filters or page are shown while loading. */
  readonly isStale: boolean;
  /** Sets filters or `sort`, or removes those that are undefined or empty; returns to page 1. */
  filter(changes: Readonly<Partial<Record<Filter, string | undefined>>>): void;
  clearFilters(): void;
  goToPage(page: number): void;
  retry(): Promise<unknown>;
}

interface ListOptions {
  /** Fixed filters of this list. */
  readonly fixedFilters?: Readonly<Record<string, string>>;
  /** The page's name in the address, for a second list on the same page. */
  readonly pageName?: string;
}

/**
 * A page of a server list at `path` below `/dashboard/api/`; filters and page are those of the
 * address. Its query key begins with `path`.
 */
export function useRecords<T, Filter extends string = never>(
  path: string,
  names: readonly Filter[] = [],
  { fixedFilters = {}, pageName = 'page' }: ListOptions = {},
): ListedRecords<T, Filter> {
  const address = useSearch({ strict: false }) as Readonly<Record<string, string | undefined>>;
  const navigate = useNavigate();
  const page = parsePage(address[pageName]);
  const filters = Object.fromEntries(
    names.flatMap((name) => (address[name] ? [[name, address[name]]] : [])),
  ) as Readonly<Partial<Record<Filter, string>>>;

  const query = { ...fixedFilters, ...filters, page, per_page: RECORDS_PER_PAGE };
  const { data, error, isPlaceholderData, refetch } = useQuery<DashboardResponse<readonly T[]>>({
    queryKey: [path, fixedFilters, filters, page],
    queryFn: () => request('GET', path, { query }),
    placeholderData: keepPreviousData,
  });

  const go = (search: Readonly<Record<string, string | undefined>>): void =>
    void navigate({ to: '.', search: search as never, resetScroll: false });

  return {
    rows: data?.data,
    total: data?.pagination?.total ?? data?.data.length ?? 0,
    pages: data?.pagination?.total_pages ?? 1,
    page,
    filters,
    isFiltered: Object.keys(filters).some((name) => name !== 'sort'),
    error,
    isStale: isPlaceholderData,
    filter: (changes) => go({ ...address, ...withoutEmpty(changes), [pageName]: undefined }),
    clearFilters: () => go({}),
    goToPage: (next) => go({ ...address, [pageName]: next === 1 ? undefined : String(next) }),
    retry: refetch,
  };
}

const parsePage = (text: string | undefined): number =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;

const withoutEmpty = (
  changes: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, value || undefined]));
