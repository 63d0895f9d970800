import { expectDocumented } from './documented';
import { aLocation, testService, type TestService } from './service';

interface ListBody {
  readonly data: readonly { readonly customer_id: number }[];
  readonly pagination: { readonly total: number };
}

let service: TestService;
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
      request_id: 'req_1',
    });
    expect(body.data[3]).toEqual({
      customer_id: newestFirst[3],
      version: 1,
      external_id: null,
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
});
