import { testService, type TestService } from './service';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

interface Listed {
  readonly data: readonly { readonly id: number; readonly part_number: string }[];
  readonly pagination: { readonly total: number; readonly total_pages: number };
}

const list = (query: string, companyId = 1) =>
  service.ask<Listed>('listItems', query, undefined, { companyId });

const numbers = async (query: string, companyId = 1) =>
  (await list(query, companyId)).body.data.map(({ part_number }) => part_number);

describe('GET /api/v1/inventory', () => {
  it('answers items newest first, page by page, with true totals', async () => {
    const companyId = 10;
    for (const n of [1, 2, 3]) {
      service.clock.set(`2026-03-0${n}T12:00:00Z`);
      await service.givenItem({ part_number: `N-${n}` }, companyId);
    }
    service.clock.set('2026-03-02T14:15:00Z');

    const { status, body } = await list('?per_page=2', companyId);

    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: [
        {
          id: expect.any(Number),
          version: 1,
          external_id: null,
          part_number: 'N-3',
          part_name: expect.any(String),
          description: null,
          category: null,
          serial_number: null,
          quantity_on_hand: 0,
          min_stock_level: 0,
          reorder_quantity: 0,
          cost_per_unit: null,
          price_per_unit: null,
          supplier_id: null,
          created_at: '2026-03-03T07:00:00-05:00',
          updated_at: '2026-03-03T07:00:00-05:00',
        },
        expect.objectContaining({ part_number: 'N-2' }),
      ],
      pagination: { page: 1, per_page: 2, total: 3, total_pages: 2 },
      request_id: 'req_1',
    });
    expect(await numbers('?per_page=2&page=2', companyId)).toEqual(['N-1']);
    expect(await numbers('', companyId)).toEqual(['N-3', 'N-2', 'N-1']);
    expect(await list('?page=9', companyId)).toMatchObject({
      body: { data: [], pagination: { page: 9, total: 3 } },
    });
  });

  it('filters by a category in whatever form, and shows it as it was sent', async () => {
    const companyId = 46;
    await service.givenItem({ part_number: 'A', category: 'Ventile e\u0301' }, companyId);
    await service.givenItem({ part_number: 'B', category: 'Ventile é' }, companyId);
    await service.givenItem({ part_number: 'C', category: 'ventile é' }, companyId);

    for (const category of ['Ventile é', 'Ventile e\u0301']) {
      const { body } = await list(`?category=${encodeURIComponent(category)}`, companyId);

      expect(body).toMatchObject({
        data: [{ category: 'Ventile é' }, { category: 'Ventile e\u0301' }],
        pagination: { total: 2 },
      });
    }
  });

  it('filters by the exact category', async () => {
    const companyId = 12;
    await service.givenItem({ part_number: 'A', category: 'Filters' }, companyId);
    await service.givenItem({ part_number: 'B', category: 'filters' }, companyId);
    await service.givenItem({ part_number: 'C', category: 'Filters and more' }, companyId);

    const { body } = await list('?category=Filters', companyId);

    expect(body).toMatchObject({ data: [{ part_number: 'A' }], pagination: { total: 1 } });
  });

  it('finds no term that begins in the number and ends in the name', async () => {
    const companyId = 13;
    await service.givenItem({ part_number: 'AB-100', part_name: 'Ölfilter' }, companyId);

    expect(await numbers('?search=00%C3%B6lf', companyId)).toEqual([]);
    expect(await numbers('?search=100', companyId)).toEqual(['AB-100']);
  });

  describe.each([1_000, 1_001])('in a company that has %i items with a term', (many) => {
    const companyId = 1_000_000 + many;
    const search = async (query: string) => {
      const { body } = await list(`?${query}`, companyId);
      return {
        numbers: body.data.map(({ part_number }) => Number(part_number.slice(1))),
        total: body.pagination.total,
      };
    };
    const numbered = (from: number, to: number) =>
      Array.from({ length: from - to + 1 }, (_, at) => from - at);

    beforeAll(async () => {
      await service.db.query(
        `insert into items (company_id, version, part_number, part_number_key, part_name,
           search_text, category, category_key, quantity_on_hand, min_stock_level,
           reorder_quantity, movements, created_at, updated_at)
         select $1, 1, 'P' || n, 'p' || n, name, lower(name), category, category, n % 2, 0, 0, 0,
           at, at
         from generate_series(1, $2::integer + 10) n,
           lateral (select timestamptz '2026-03-01T00:00:00Z' + n * interval '1 minute' as at,
             case when n > $2::integer then 'Belt' else 'Filter 5% ' || n end as name,
             (array['Even', 'Odd'])[1 + n % 2] as category)`,
        [companyId, many],
      );
    });

    it.each([
      ['its first page', 'search=FILTER', numbered(many, many - 49), many],
      [
        'its last page',
        'search=filter&per_page=100&page=10',
        numbered(many - 900, many - 999),
        many,
      ],
      ['its last item', `search=filter&per_page=1&page=${many}`, [1], many],
      ['nothing past its end', `search=filter&page=${2 ** 53 - 1}`, [], many],
      ['its first page by a literal %', 'search=5%25&per_page=2', [many, many - 1], many],
      ['its first page by two letters', 'search=te&per_page=2', [many, many - 1], many],
      ['its first page by one letter', 'search=%25&per_page=2', [many, many - 1], many],
      [
        'its first page of a category',
        'search=filter&category=Even&per_page=2',
        [many - (many % 2), many - (many % 2) - 2],
        Math.floor(many / 2),
      ],
      [
        'its first page of what is low',
        'search=filter&low_stock=true&per_page=1',
        [many - (many % 2)],
        Math.floor(many / 2),
      ],
    ])('answers %s with a true total', async (_what, query, numbers, total) => {
      expect(await search(query)).toEqual({ numbers, total });
    });
  });

  it('filters what is at or below its level by the letter, 0 of 0 included', async () => {
    const companyId = 14;
    const place = await service.givenLocation({}, companyId);
    const given = (part_number: string, quantity: number, min_stock_level: number) =>
      service.givenItem(
        {
          part_number,
          min_stock_level,
          category: 'C',
          stock: [{ location_id: place, quantity }],
        },
        companyId,
      );
    await given('below', 1, 5);
    await given('at', 5, 5);
    await given('above', 6, 5);
    await given('none of none', 0, 0);
    await given('some of none', 1, 0);

    expect(await numbers('?low_stock=true', companyId)).toEqual(['none of none', 'at', 'below']);
    expect(await list('?low_stock=true&category=C', companyId)).toMatchObject({
      body: { pagination: { total: 3 } },
    });
    expect(await list('?low_stock=false', companyId)).toMatchObject({
      body: { pagination: { total: 5 } },
    });
  });
});

describe('GET /api/v1/inventory?sub=low-stock', () => {
  const low = (query = '', companyId = 20) =>
    service.ask<Listed>('listLowStock', `?sub=low-stock${query}`, undefined, { companyId });

  it('answers the most critical first: by ratio, then by deficit, then by id', async () => {
    const companyId = 20;
    const place = await service.givenLocation({}, companyId);
    for (const [part_number, quantity, min_stock_level] of [
      ['full', 5, 5],
      ['half of 10', 5, 10],
      ['above', 6, 5],
      ['no level', 0, 0],
      ['half of 100', 50, 100],
      ['half of 10 too', 5, 10],
      ['empty', 0, 1],
    ] as const) {
      const stock = [{ location_id: place, quantity }];
      await service.givenItem({ part_number, min_stock_level, stock }, companyId);
    }

    const { status, body } = await low();

    expect(status).toBe(200);
    expect(body.data.map(({ part_number }) => part_number)).toEqual([
      'empty',
      'half of 100',
      'half of 10',
      'half of 10 too',
      'full',
    ]);
    expect(body.pagination).toEqual({ page: 1, per_page: 50, total: 5, total_pages: 1 });
    const second = await low('&per_page=2&page=2');
    expect(second.body.data.map(({ part_number }) => part_number)).toEqual([
      'half of 10',
      'half of 10 too',
    ]);
  });

  it('follows the stock', async () => {
    const companyId = 21;
    const place = await service.givenLocation({}, companyId);
    const stock = [{ location_id: place, quantity: 3 }];
    const id = await service.givenItem({ min_stock_level: 3, stock }, companyId);
    const adjust = (quantity: number) =>
      service.ask(
        'adjustStock',
        `?id=${id}&sub=adjust`,
        { location_id: place, quantity, reason: 'Count' },
        { companyId },
      );

    expect((await low('', companyId)).body.pagination.total).toBe(1);
    await adjust(1);
    expect((await low('', companyId)).body).toMatchObject({ data: [], pagination: { total: 0 } });
    await adjust(-2);
    expect((await low('', companyId)).body.data.map((item) => item.id)).toEqual([id]);
  });
});

describe('the totals of the lists', () => {
  it('equal a count after a bulk load and a bulk change', async () => {
    const kept = () =>
      service.db.query(`select company_id, category, is_low, has_level, sum(items)::int as items
        from item_counts group by 1, 2, 3, 4 having sum(items) <> 0 order by 1, 2, 3, 4`);
    const counted = () =>
      service.db.query(`select company_id, coalesce(category_key, '') as category, is_low,
          min_stock_level > 0 as has_level, count(*)::int as items
        from items group by 1, 2, 3, 4 order by 1, 2, 3, 4`);
    await service.db.query(`
      insert into items (company_id, version, part_number, part_number_key, part_name, search_text,
        category, category_key, quantity_on_hand, min_stock_level, reorder_quantity, movements,
        created_at, updated_at)
      select 50 + n % 2, 1, 'B-' || n, 'b-' || n, 'Bulk', 'bulk', nullif('C' || n % 3, 'C0'),
        nullif('C' || n % 3, 'C0'), n % 7, n % 5, 0, 0, now(), now()
      from generate_series(1, 2000) n`);
    expect(await kept()).toEqual(await counted());

    await service.db.query(`
      update items set min_stock_level = 4, category = 'C1', category_key = 'C1'
      where company_id = 50 and id % 3 = 0`);

    expect(await kept()).toEqual(await counted());
  });
});
