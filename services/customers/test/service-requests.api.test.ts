import { aCustomer, testService, type TestService } from './service';

let service: TestService;
let customer: number;

beforeAll(async () => {
  service = await testService();
  customer = await service.givenCustomer(aCustomer(1));
});
afterAll(() => service.close());
beforeEach(() => service.announced());

interface ServiceRequest {
  readonly service_request_id: number;
  readonly version: number;
}

const aRequest = {
  source: 'booking',
  contact_name: 'Grace Hopper',
  contact_email: 'grace@example.com',
  description: 'The unit on the roof makes a grinding noise.',
};

const create = (body: unknown, companyId = 1) =>
  service.admin.as({ companyId }).post<{ data: ServiceRequest }>('/admin/service-requests', body);

const givenRequest = async (companyId = 1): Promise<number> =>
  (await create(aRequest, companyId)).body.data.service_request_id;

const get = (id: number) =>
  service.admin.get<{ data: ServiceRequest }>(`/admin/service-requests/${id}`);

describe('POST /admin/service-requests', () => {
  it("keeps a visitor's request and announces it with where it comes from", async () => {
    const { status, body } = await create({ ...aRequest, contact_phone: '(212) 555-0143' });

    const { service_request_id: id } = body.data;
    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      message: 'Service request created.',
      data: {
        service_request_id: expect.any(Number),
        version: 1,
        source: 'booking',
        customer_id: null,
        contact_name: 'Grace Hopper',
        contact_email: 'grace@example.com',
        contact_phone: '+12125550143',
        description: 'The unit on the roof makes a grinding noise.',
        created_at: '2026-03-02T09:15:00-05:00',
      },
      request_id: 'req_1',
    });
    const { body: read } = await service.internal.get<{ data: object }>(
      `/internal/records/service-requests?ids=${id}`,
    );
    expect(read.data).toEqual([{ id, version: 1, object: body.data }]);
    expect(await service.announced()).toEqual([
      {
        specversion: '1.0',
        id: expect.stringMatching(/^evt_[0-9A-Z]{26}$/),
        source: '/customers',
        type: 'service_request.created',
        subject: String(id),
        time: '2026-03-02T14:15:00.000Z',
        datacontenttype: 'application/json',
        companyid: 1,
        version: 1,
        actor: 'booking',
        data: { contact_name: expect.any(String), subject: expect.any(String) },
      },
    ]);
  });

  it("keeps a customer's request from the portal", async () => {
    const { body } = await create({
      source: 'portal',
      customer_id: customer,
      contact_name: 'Ada Byron',
      contact_phone: '+12125550144',
      description: 'Please look at the boiler.',
    });

    expect(body.data).toMatchObject({
      source: 'portal',
      customer_id: customer,
      contact_email: null,
      contact_phone: '+12125550144',
    });
    expect(await service.announced()).toMatchObject([
      { type: 'service_request.created', actor: 'portal' },
    ]);
  });

  it.each([
    ['source', { source: 'ui' }],
    ['source', { source: undefined }],
    ['contact_name', { contact_name: '  ' }],
    ['contact_email', { contact_email: 'grace' }],
    ['contact_email', { contact_email: null }],
    ['contact_email', { contact_email: '', contact_phone: '' }],
    ['contact_phone', { contact_phone: '123' }],
    ['description', { description: '' }],
    ['customer_id', { customer_id: '5' }],
    ['customer_id', { customer_id: 999_999 }],
  ])('refuses %s of %j, and announces nothing', async (field, overrides) => {
    expect(await create({ ...aRequest, ...overrides })).toMatchObject({
      status: 400,
      body: { error: 'validation_failed', errors: [{ field }] },
    });
    expect(await service.announced()).toEqual([]);
  });

  it('names an unknown customer and a missing contact together', async () => {
    const nobody = { contact_email: null, contact_phone: null, customer_id: 999_999 };

    expect(await create({ ...aRequest, ...nobody })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'customer_id' }, { field: 'contact_email' }] },
    });
  });

  it("refuses a removed and another company's customer", async () => {
    const removed = await service.givenCustomer();
    await service.givenRemoved(removed);
    const foreign = await service.givenCustomer({}, 2);

    for (const id of [removed, foreign]) {
      expect(await create({ ...aRequest, customer_id: id })).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'customer_id' }] },
      });
    }
  });
});

describe('a service request', () => {
  it('is not there for another company, nor for the API', async () => {
    const id = await givenRequest(2);

    expect(await get(id)).toMatchObject({ status: 404, body: { error: 'not_found' } });
    const api = service.api.as({ companyId: 2 });
    expect((await api.get(`/admin/service-requests/${id}`)).status).toBe(404);
    expect((await api.get(`/internal/records/service-requests?ids=${id}`)).status).toBe(404);
  });

  it('is read by other services with the version that it is, those that are absent left out', async () => {
    const [one, other] = [await create(aRequest), await create(aRequest)].map(
      ({ body: created }) => created.data,
    );
    const first = one?.service_request_id;
    const second = other?.service_request_id;
    const foreign = await givenRequest(2);

    const { body } = await service.internal.get<{ data: { id: number }[] }>(
      `/internal/records/service-requests?ids=${second},${foreign},999999,${first}`,
    );

    expect(body.data.toSorted((a, b) => a.id - b.id)).toEqual([
      { id: first, version: 1, object: one },
      { id: second, version: 1, object: other },
    ]);
  });
});
