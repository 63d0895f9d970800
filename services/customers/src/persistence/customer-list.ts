import { searchPage, statement, type List, type Run } from '@svc/database';
import { offsetOf, type Page } from '@svc/kernel';
import type { Customer } from '../domain/customer';
import { CUSTOMER_COLUMNS } from './customer-table';
import { searchPatterns } from './search-text';

export interface CustomerFilter {
  /** Part of the name, the e-mail address or the phone. */
  readonly search?: string;
  readonly createdFrom?: Date;
  /** Exclusive. */
  readonly createdBefore?: Date;
  readonly hasLocations?: boolean;
}

export interface CustomerPage {
  readonly customers: readonly Customer[];
  readonly total: number;
}

const SEARCHED: Omit<List, 'where' | 'values'> = {
  name: 'customers',
  table: 'customers customer',
  columns: CUSTOMER_COLUMNS,
  order: 'created_at desc, id desc',
};

/** One page, newest first, and how many customers the filter leaves in all. */
export const customerList =
  (run: Run) =>
  async (companyId: number, filter: CustomerFilter, page: Page): Promise<CustomerPage> => {
    const { where, values } = conditions(companyId, filter);
    if (filter.search !== undefined) {
      const list = { ...SEARCHED, where, values };
      const { rows, total } = await searchPage<Customer>(run, list, page);
      return { customers: rows, total };
    }
    const counting = isCounted(filter)
      ? counterOf(companyId, filter)
      : { text: `select count(*) as total from customers where ${where}`, values };
    const [counted] = await run<{ total: number }>(
      statement('count_customers', counting.text),
      counting.values,
    );
    const total = counted?.total ?? 0;
    const slice = sliceOf(page, total);
    if (slice.limit <= 0) return { customers: [], total };
    const question = pageOf({ text: where, values }, slice);
    const customers = await run<Customer>(
      statement('list_customers', question.text),
      question.values,
    );
    return { customers, total };
  };

interface Question {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Whether customer_counts knows the total. */
const isCounted = ({ createdFrom, createdBefore }: CustomerFilter): boolean =>
  createdFrom === undefined && createdBefore === undefined;

const counterOf = (companyId: number, { hasLocations }: CustomerFilter): Question => ({
  text: `select coalesce(sum(total), 0)::bigint as total from customer_counts
    where company_id = $1${hasLocations === undefined ? '' : ' and has_locations = $2'}`,
  values: hasLocations === undefined ? [companyId] : [companyId, hasLocations],
});

function conditions(
  companyId: number,
  { search, createdFrom, createdBefore, hasLocations }: CustomerFilter,
): { where: string; values: unknown[] } {
  const values: unknown[] = [companyId];
  const clauses = ['company_id = $1', 'deleted_at is null'];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  if (hasLocations !== undefined)
    clauses.push(hasLocations ? 'has_locations' : 'not has_locations');
  if (createdFrom) clauses.push(`created_at >= ${bind(createdFrom)}`);
  if (createdBefore) clauses.push(`created_at < ${bind(createdBefore)}`);
  if (search !== undefined) {
    const fits = searchPatterns(search).map((pattern) => `search_text like ${bind(pattern)}`);
    clauses.push(`(${fits.join(' or ')})`);
  }
  return { where: clauses.join(' and '), values };
}

interface Slice {
  readonly direction: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
}

/** The page counted from the nearer end of the list: the last page costs as little as the first. */
function sliceOf(page: Page, total: number): Slice {
  const offset = offsetOf(page);
  const limit = Math.min(page.perPage, total - offset);
  return offset <= total / 2
    ? { direction: 'desc', limit, offset }
    : { direction: 'asc', limit, offset: total - offset - limit };
}

/** Sizes of a first page that have a statement of their own. */
const USUAL_SIZES: readonly number[] = [50, 100];

/**
 * The rows of a slice.
 *
 * A first page of a usual size states its size in the text: with a parameter PostgreSQL expects a
 * tenth of all rows and plans each execution anew. Any other finds its ids in the index alone before
 * it reads whole rows.
 */
function pageOf({ text: where, values }: Question, { direction, limit, offset }: Slice): Question {
  if (offset === 0 && direction === 'desc' && USUAL_SIZES.includes(limit)) {
    const text = `select ${CUSTOMER_COLUMNS} from customers
      where ${where} order by created_at desc, id desc limit ${limit}`;
    return { text, values };
  }
  const text = `select ${CUSTOMER_COLUMNS} from customers
    where company_id = $1 and id = any(array(
      select id from customers where ${where}
      order by created_at ${direction}, id ${direction}
      limit $${values.length + 1} offset $${values.length + 2}))
    order by created_at desc, id desc`;
  return { text, values: [...values, limit, offset] };
}
