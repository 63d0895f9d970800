import { CUSTOMERS } from '@svc/contracts';
import { describeHistory } from '@svc/testing-services';
import { customersDocumentation } from '../src/http/documentation';
import { expectDocumented } from './documented';
import { aLocation, testService, type TestService } from './service';

describeHistory({
  contract: CUSTOMERS,
  documentation: customersDocumentation,
  start: testService,
  operation: 'listCustomerHistory',
  table: 'record_changes',
  field: 'customer_name',
  first: 'Title 0',

  given: async (service, companyId) => ({
    id: await service.givenCustomer({ customer_name: 'Title 0' }, companyId),
  }),
  change: (api, { id }, customer_name) => api.put(`/api/v1/customers?id=${id}`, { customer_name }),
  remove: (service, companyId, { id }) =>
    service.admin.as({ companyId }).post(`/admin/customers/${id}/delete`),
  restore: (service, companyId, { id }) =>
    service.admin.as({ companyId }).post(`/admin/customers/${id}/restore`),
});

interface Entry {
  readonly version: number;
  readonly source: string;
  readonly location_id: number | null;
  readonly location_name: string | null;
  readonly changes: readonly object[];
}

describe('the locations of a customer', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await testService();
  });
  afterAll(() => service.close());

  async function read(id: number, query = ''): Promise<readonly Entry[]> {
    const path = `/api/v1/customers?id=${id}&sub=history${query}`;
    const { status, body } = await service.api.get<{ data: readonly Entry[] }>(path);
    expectDocumented('listCustomerHistory', status, body);
    return body.data;
  }

  it('are told of in its history, each by its id and present name', async () => {
    const id = await service.givenCustomer({ location: aLocation });
    const second = await service.givenLocation(id, { location_name: 'Annex' });
    const address = `/api/v1/customers?id=${id}&locations=1&location_id=${second}`;
    await service.api.put(address, { address_zip: '10018', notes: 'Ring twice.' });
    await service.api.put(address, { location_name: 'Back building' });
    await service.api.put(`/api/v1/customers?id=${id}`, { default_sla_hours: 8 });

    const entries = await read(id);
    const ofSecond = { location_id: second, location_name: 'Back building' };
    const ofItself = { location_id: null, location_name: null };
    expect(entries).toMatchObject([
      {
        version: 2,
        ...ofItself,
        changes: [{ field: 'default_sla_hours', before: 24, after: 8 }],
      },
      {
        version: 3,
        ...ofSecond,
        changes: [{ field: 'location_name', before: 'Annex', after: 'Back building' }],
      },
      {
        version: 2,
        ...ofSecond,
        changes: [
          { field: 'address_zip', before: '10001', after: '10018' },
          { field: 'notes', before: null, after: 'Ring twice.' },
          { field: 'latitude' },
          { field: 'longitude' },
        ],
      },
      { version: 1, ...ofSecond, source: 'api_key:1', changes: [] },
      { version: 1, location_name: 'Main building', source: 'api_key:1', changes: [] },
      { version: 1, ...ofItself, source: 'api_key:1', changes: [] },
    ]);
    expect(await read(id, '&cursor=')).toEqual(entries.toReversed());
  });

  it('are told of as the operator writes them, with each change of the customer', async () => {
    const customer = {
      customer_name: 'Hudson Bakeries',
      customer_email: 'office@hudson.example',
      customer_phone: '+12125550177',
      default_sla_hours: 24,
    };
    const save = async (body: object) => {
      const { body: saved } = await service.admin.put<{ data: { customer_id: number } }>(
        '/admin/customers',
        { ...customer, locations: [{ ...aLocation, notes: null }], ...body },
      );
      return saved.data.customer_id;
    };

    const id = await save({});
    await save({ default_sla_hours: 8, deleted: true });
    await save({ deleted: false, locations: [{ ...aLocation, notes: 'Ring twice.' }] });

    expect((await read(id)).map(({ version, changes }) => [version, changes])).toMatchObject([
      [2, [{ field: 'notes', before: null, after: 'Ring twice.' }]],
      [5, [{ field: 'deleted', before: true, after: false }]],
      [4, [{ field: 'default_sla_hours', before: 8, after: 24 }]],
      [3, [{ field: 'deleted', before: false, after: true }]],
      [2, [{ field: 'default_sla_hours', before: 24, after: 8 }]],
      [1, []],
      [1, []],
    ]);
  });
});
