import { createCalls } from '../src/calls';
import type { CallInput, CallOptions } from '../src/call';

const table = {
  customers: {
    list: { operation: 'listCustomers', address: 'GET /c', takesQuery: true, pages: 'page' },
    updateLocation: {
      operation: 'updateLocation',
      address: 'PUT /c?id={id}&locations=1&location_id={location_id}',
      takesBody: true,
    },
    upsert: {
      operation: 'upsertCustomer',
      address: 'PUT /c?external_id={external_id}',
      takesBody: true,
      takesQuery: true,
    },
    walk: { operation: 'walk', address: 'GET /w', takesQuery: true, pages: 'cursor' },
  },
} as const;

interface Walked extends AsyncIterable<unknown>, PromiseLike<unknown> {
  pages(): AsyncIterable<unknown>;
}
type Customers = Readonly<
  Record<'list' | 'walk', (query?: object) => Walked> &
    Record<'updateLocation' | 'upsert', (...args: readonly unknown[]) => Promise<unknown>>
>;

type Asked = [operation: string, input: CallInput, options: CallOptions | undefined];

function calls(answer: (input: CallInput) => unknown = () => 'answer') {
  const asked: Asked[] = [];
  const { customers } = createCalls(table, async ({ operation }, input, options) => {
    asked.push([operation, input, options]);
    return answer(input);
  });
  if (!customers) throw new Error('The group is missing.');
  return { customers: customers as unknown as Customers, asked };
}

it('takes records, body, filters and options in this order', async () => {
  const { customers, asked } = calls();
  const options = { deadlineMs: 1 };

  await customers.updateLocation(3, 12, { notes: 'Back door' }, options);
  await customers.upsert('erp-7', { customer_name: 'Bakery' }, { include: 'locations' }, options);
  await customers.upsert('erp-8', {});

  expect(asked).toEqual([
    [
      'updateLocation',
      { selectors: { id: 3, location_id: 12 }, body: { notes: 'Back door' } },
      options,
    ],
    [
      'upsertCustomer',
      {
        selectors: { external_id: 'erp-7' },
        body: { customer_name: 'Bakery' },
        query: { include: 'locations' },
      },
      options,
    ],
    ['upsertCustomer', { selectors: { external_id: 'erp-8' }, body: {} }, undefined],
  ]);
});

function paged({ query = {} }: CallInput): unknown {
  const page = Number(query['page'] ?? 1);
  const data = [1, 2, 3, 4, 5].slice((page - 1) * 2, page * 2);
  return { data, pagination: { page, per_page: 2, total: 5, total_pages: 3 } };
}

function walked({ query = {} }: CallInput): unknown {
  const start = Number(query['cursor']);
  const data = [1, 2, 3, 4, 5].filter((each) => each > start).slice(0, 2);
  const pagination = {
    per_page: 2,
    has_more: start < 3,
    next_cursor: String(data.at(-1) ?? start),
  };
  return { data, pagination };
}

const all = async (list: AsyncIterable<unknown>): Promise<unknown[]> => {
  const records = [];
  for await (const each of list) records.push(each);
  return records;
};

const queries = (asked: readonly Asked[]): unknown[] => asked.map(([, { query }]) => query);

describe('a list', () => {
  it('is not asked for before it is awaited, and then for the asked page alone', async () => {
    const { customers, asked } = calls(paged);
    const list = customers.list({ page: 2, search: 'a' });
    expect(asked).toEqual([]);
    expect(await list).toMatchObject({ data: [3, 4], pagination: { total: 5 } });
    await customers.list();
    expect(queries(asked)).toEqual([{ page: 2, search: 'a' }, {}]);
  });

  it('is walked page by page, with its filters, to the last one', async () => {
    const { customers, asked } = calls(paged);
    expect(await all(customers.list({ search: 'a' }))).toEqual([1, 2, 3, 4, 5]);
    expect(queries(asked)).toEqual([
      { page: 1, per_page: 100, search: 'a' },
      { page: 2, per_page: 100, search: 'a' },
      { page: 3, per_page: 100, search: 'a' },
    ]);
    expect(await all(customers.list({ page: 3, per_page: 2 }))).toEqual([5]);
  });

  it('is walked by cursor where it has one, from where the caller stopped', async () => {
    const { customers, asked } = calls(walked);
    expect(await all(customers.walk())).toEqual([1, 2, 3, 4, 5]);
    expect(queries(asked)).toEqual([
      { cursor: '', per_page: 100 },
      { cursor: '2', per_page: 100 },
      { cursor: '4', per_page: 100 },
    ]);

    const [page] = await all(customers.walk({ cursor: '4' }).pages());
    expect(page).toEqual({
      data: [5],
      pagination: { per_page: 2, has_more: false, next_cursor: '5' },
    });
  });

  it('stops asking when its reader stops', async () => {
    const { customers, asked } = calls(walked);
    for await (const each of customers.walk()) if (each === 2) break;
    expect(asked).toHaveLength(1);
  });

  it('is walked page by page where it is sorted, as a cursor has an order of its own', async () => {
    const { customers, asked } = calls(paged);

    expect(await all(customers.walk({ sort: 'scheduled_start' }))).toEqual([1, 2, 3, 4, 5]);
    expect(queries(asked)).toEqual(
      [1, 2, 3].map((page) => ({ page, per_page: 100, sort: 'scheduled_start' })),
    );
  });

  it('fails where its next page is the same one again, whatever answers so', async () => {
    const { customers, asked } = calls(() => ({
      data: [1],
      pagination: { per_page: 1, has_more: true, next_cursor: '1' },
    }));

    await expect(all(customers.walk())).rejects.toThrow('cursor did not advance');

    expect(asked).toHaveLength(2);
  });

  it('fails with the error of a page', async () => {
    const { customers } = calls(() => {
      throw new Error('refused');
    });
    await expect(customers.list()).rejects.toThrow('refused');
    await expect(all(customers.walk())).rejects.toThrow('refused');
  });
});
