import { expectDocumented } from './documented';
import { aLocation, testService, type TestService } from './service';

interface ListBody {
  readonly data: readonly { readonly customer_id: number }[];
  readonly pagination: { readonly total: number };
}

let service: TestService;
/** The customers of company 1, newest first. */
let newestFirst: number[];

beforeAll(async () => {
  service = await testService();
  const { clock, givenCustomer } = service;
  const first = await givenCustomer({
    customer_name: 'Ärztehaus Süd',
    customer_email: 'Praxis@Sued.example',
    customer_phone: '+4930901820',
  });
  clock.set('2026-03-02T14:15:01.700Z');
  const second = await givenCustomer({
    customer_name: '100% Cotton_Mill',
    customer_email: 'mill@example.com',
    customer_phone: '(212) 555-0134',
    location: aLocation,
  });
  const third = await givenCustomer({
    customer_name: '1000 Cottons',
    customer_email: 'cottons@example.com',
    customer_phone: 'ext. 77-12 desk',
  });
  clock.set('2026-03-03T04:59:59Z');
  const fourth = await givenCustomer({
    customer_name: 'Riverside',
    customer_email: 'river@example.com',
    customer_phone: '+12125550199',
  });
  await service.givenLocation(fourth);
  const removed = await givenCustomer({ customer_name: 'Cotton, removed', location: aLocation });
  await service.givenRemoved(removed);
  await givenCustomer({ customer_name: 'Cotton, of another company' }, 2);
  newestFirst = [fourth, third, second, first];
});
afterAll(() => service.close());

const list = async (query = '') => {
  const answer = await service.api.get<ListBody>(`/api/v1/customers${query}`);
  expectDocumented('listCustomers', answer.status, answer.body);
  return answer;
};
const idsOf = ({ data }: ListBody) => data.map(({ customer_id }) => customer_id);
const at = (positions: readonly number[]) => positions.map((position) => newestFirst[position]);

describe('GET /api/v1/customers', () => {
  it("lists the company's customers that are not removed, newest first", async () => {
    const { status, body } = await list();

    expect(status).toBe(200);
    expect(idsOf(body)).toEqual(newestFirst);
    expect(body).toEqual({
      success: true,
      data: expect.any(Array),
      pagination: { page: 1, per_page: 50, total: 4, total_pages: 1 },
      request_id: 'req-1',
    });
    expect(body.data[3]).toEqual({
      customer_id: newestFirst[3],
      customer_name: 'Ärztehaus Süd',
      customer_email: 'Praxis@Sued.example',
      customer_phone: '+4930901820',
      default_sla_hours: 24,
      tax_exempt: false,
      tax_exemption_reason: null,
      created_at: '2026-03-02T09:15:00-05:00',
      updated_at: '2026-03-02T09:15:00-05:00',
    });
  });

  it.each([
    ['cotton', [1, 2]],
    ['COTTON', [1, 2]],
    ['  cotton  ', [1, 2]],
    ['ÄRZTEHAUS', [3]],
    ['süd', [3]],
    ['praxis@sued', [3]],
    ['@example.com', [0, 1, 2]],
    ['100%', [2]],
    ['n_m', [2]],
    ['_', [2]],
    ['%', [2]],
    ['\\', []],
    ['2125550134', [2]],
    ['+1212555', [0, 2]],
    ['(212) 555-01', [0, 2]],
    ['555 0199', [0]],
    ['7712', [1]],
    ['77-12', [1]],
    ['o', [0, 1, 2]],
    ['nobody at all', []],
  ])('finds %j in name, e-mail or phone at %j', async (term, positions) => {
    const { body } = await list(`?search=${encodeURIComponent(term)}`);

    expect(idsOf(body)).toEqual(at(positions));
    expect(body.pagination.total).toBe(positions.length);
  });

  it.each([
    ['has_locations=1', [0, 2]],
    ['has_locations=0', [1, 3]],
    ['created_after=2026-03-02T09:15:01-05:00', [0, 1, 2]],
    ['created_after=2026-03-02T09:15:02-05:00', [0]],
    ['created_before=2026-03-02T09:15:01-05:00', [1, 2, 3]],
    ['created_before=2026-03-02T09:15:00-05:00', [3]],
    ['created_before=2026-03-02', [0, 1, 2, 3]],
    ['created_after=2026-03-03', []],
    ['created_after=2026-03-02 09:15:01&created_before=2026-03-02T14:15:01Z', [1, 2]],
    ['created_after=2026-03-02T15:15:01+01:00', [0, 1, 2]],
    ['search=cotton&has_locations=1', [2]],
    ['search=o&created_after=2026-03-02T12:00:00', [0]],
    ['has_locations=1&created_before=2026-03-02T10:00:00', [2]],
    ['customer_name=Riverside', [0, 1, 2, 3]],
  ])('filters by %s', async (query, positions) => {
    const { body } = await list(`?${query}`);

    expect(idsOf(body)).toEqual(at(positions));
    expect(body.pagination.total).toBe(positions.length);
  });

  it.each([
    [1, 3, [0, 1, 2]],
    [2, 3, [3]],
    [1, 1, [0]],
    [2, 1, [1]],
    [3, 1, [2]],
    [4, 1, [3]],
    [2, 2, [2, 3]],
    [3, 2, []],
    [9_007_199_254_740_991, 100, []],
  ])('answers page %i of %i with %j', async (page, perPage, positions) => {
    for (const filter of ['', '&created_after=2020-01-01']) {
      const { body } = await list(`?page=${page}&per_page=${perPage}${filter}`);

      expect(idsOf(body)).toEqual(at(positions));
      expect(body.pagination).toEqual({
        page,
        per_page: perPage,
        total: 4,
        total_pages: Math.ceil(4 / perPage),
      });
    }
  });

  it('serves more than 100 per page as 100', async () => {
    expect((await list('?per_page=101')).body.pagination).toMatchObject({ per_page: 100 });
  });

  it('answers a company without customers with nothing', async () => {
    const { body } = await service.api.as({ companyId: 3 }).get('/api/v1/customers');

    expect(body).toMatchObject({
      data: [],
      pagination: { page: 1, per_page: 50, total: 0, total_pages: 0 },
    });
  });

  it.each([
    ['search=', 'search'],
    ['search=%20', 'search'],
    [`search=${'x'.repeat(256)}`, 'search'],
    ['search=a&search=b', 'search'],
    ['has_locations=', 'has_locations'],
    ['has_locations=2', 'has_locations'],
    ['has_locations=true', 'has_locations'],
    ['created_after=', 'created_after'],
    ['created_after=yesterday', 'created_after'],
    ['created_before=2026-02-30', 'created_before'],
    ['page=0', 'page'],
    ['per_page=1.5', 'per_page'],
    ['locations=1', 'id'],
    ['sub=x', 'sub'],
  ])('refuses %s', async (query, field) => {
    expect(await list(`?${query}`)).toMatchObject({
      status: 400,
      body: { success: false, error: 'validation_failed', errors: [{ field }] },
    });
  });
});
