import { followOwners } from '@svc/projections';
import { eventually } from '@svc/testing';
import { eventStream, type EventStream } from '@svc/testing-services';
import { DESCRIPTION, testService, type TestService } from './service';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());
beforeEach(() => {
  service.owners.isUp = true;
  service.owners.requests.length = 0;
});

const post = (fields: object) =>
  service.api.post<{ data: { job_id: number } }>('/api/v1/jobs', {
    job_title: 'Fix the unit',
    job_description: DESCRIPTION,
    ...fields,
  });

const get = async (id: number) =>
  (await service.api.get<{ data: unknown }>(`/api/v1/jobs?id=${id}`)).body.data;

describe('a reference whose copy is missing', () => {
  it('is read from its owner once, on behalf of the caller, and kept', async () => {
    const references = {
      customer_location_id: service.givenLocation(),
      assigned_technician_id: service.givenTechnician(),
      asset_ids: [service.givenAsset(), service.givenAsset()],
    };
    const [one, other] = references.asset_ids;

    expect((await post(references)).status).toBe(201);
    const urls = service.owners.requests.map(({ url }) => url);
    expect(urls.toSorted()).toEqual(
      [
        `/internal/locations?ids=${references.customer_location_id}`,
        `/internal/customers?ids=${references.customer_location_id + 1}`,
        `/internal/technicians?ids=${references.assigned_technician_id}`,
        `/internal/assets?ids=${one},${other}`,
      ].toSorted(),
    );
    for (const { caller } of service.owners.requests) {
      expect(caller).toMatchObject({ companyId: 1, reach: 'internal', requestId: 'req_1' });
    }

    expect((await post(references)).status).toBe(201);
    expect(service.owners.requests).toHaveLength(4);
  });

  it('is refused, not guessed, when its owner is down, and nothing is written', async () => {
    const location = service.givenLocation();
    const job = await service.givenJob({ customer_location_id: location });
    const technician = service.givenTechnician();
    const before = await service.writtenRows();
    service.owners.isUp = false;

    const refused = { status: 500, body: { success: false, error: 'internal_error' } };
    expect(
      await post({ customer_location_id: location, assigned_technician_id: technician }),
    ).toMatchObject(refused);
    expect(
      await service.api.put(`/api/v1/jobs?id=${job}`, { assigned_technician_id: technician }),
    ).toMatchObject(refused);
    expect(await service.writtenRows()).toEqual(before);
  });

  it('is no matter to what points to known records only', async () => {
    const location = service.givenLocation();
    await service.givenJob({ customer_location_id: location });
    service.owners.isUp = false;

    expect((await post({ customer_location_id: location })).status).toBe(201);
  });
});

describe('POST /admin/projections/rebuild', () => {
  const rebuild = (companyId: number, query = '') =>
    service.admin.as({ companyId }).post<{ data: unknown }>(`/admin/projections/rebuild${query}`);

  it('reads every record of the company from its owner, page by page', async () => {
    const many = 1_001;
    for (let made = 0; made < many; made += 1) service.givenTechnician({}, 5);
    service.givenLocation({}, 5);
    service.givenAsset({}, 5);
    service.givenAsset({}, 6);

    const { status, body } = await rebuild(5);

    expect(status).toBe(200);
    expect(body.data).toEqual({ customers: 1, locations: 1, technicians: many, assets: 1 });
    const kept = await service.db.query(
      'select count(*) as technicians from technician_names where company_id = 5',
    );
    expect(kept).toEqual([{ technicians: many }]);
  });

  it('mends a copy that went wrong, and leaves a newer one alone', async () => {
    const [broken, newer] = [service.givenTechnician({}, 7), service.givenTechnician({}, 7)];
    await rebuild(7);
    await service.db.query(
      `update technician_names set technician_name = 'wrong',
         version = case when technician_id = $1 then version else 9 end
       where company_id = 7`,
      [broken],
    );

    const { body } = await rebuild(7, '?projection=technicians');

    expect(body.data).toEqual({ technicians: 2 });
    expect(
      await service.db.query(
        `select technician_id, technician_name from technician_names
         where company_id = 7 order by technician_id`,
      ),
    ).toEqual([
      { technician_id: broken, technician_name: `Technician ${broken}` },
      { technician_id: newer, technician_name: 'wrong' },
    ]);
  });

  it('fails when an owner is down, and refuses a projection nobody has', async () => {
    expect(await rebuild(5, '?projection=invoices')).toMatchObject({
      status: 400,
      body: { error: 'validation_failed', errors: [{ field: 'projection' }] },
    });
    service.owners.isUp = false;
    expect(await rebuild(5, '?projection=assets')).toMatchObject({
      status: 500,
      body: { error: 'internal_error' },
    });
  });
});

describe('events of the owners', () => {
  let events: EventStream;

  beforeAll(() => {
    events = eventStream('jobs', service.clock.now);
    const { db } = service;
    events.follow((following) =>
      followOwners(service.projections, { ...following, context: 'jobs', db }),
    );
  });
  afterAll(() => events.close());

  const publish: EventStream['publish'] = (...event) => events.publish(...event);

  it('change the names that every job shows', async () => {
    const location = service.givenLocation();
    const technician = service.givenTechnician();
    const asset = service.givenAsset();
    const id = await service.givenJob({
      customer_location_id: location,
      assigned_technician_id: technician,
      asset_ids: [asset],
    });
    const customer = location + 1;

    await publish('customers', 'location.updated', location, {
      card: {
        location_id: location,
        location_name: 'New place',
        city: 'Troy',
        search_text: 'new place',
        customer_id: customer,
        version: 2,
      },
    });
    await publish('customers', 'customer.updated', customer, {
      card: {
        customer_id: customer,
        customer_name: 'New name',
        search_text: 'new name',
        deleted: false,
        version: 2,
      },
    });
    await publish('technicians', 'technician.updated', technician, {
      card: {
        technician_id: technician,
        technician_name: 'Ada King',
        status: 'Inactive',
        version: 2,
      },
    });
    await publish('assets', 'asset.status_changed', asset, {
      card: {
        asset_id: asset,
        asset_tag: 'AST-000001',
        asset_name: 'Chiller',
        asset_status: 'Retired',
        deleted: false,
        version: 2,
      },
    });

    await eventually(async () =>
      expect(await get(id)).toMatchObject({
        version: 1,
        customer_location_name: 'New place',
        customer_name: 'New name',
        assigned_technician_name: 'Ada King',
        assets: [{ asset_tag: 'AST-000001', asset_name: 'Chiller', asset_status: 'Retired' }],
      }),
    );
    expect(
      await post({ customer_location_id: location, assigned_technician_id: technician }),
    ).toMatchObject({ status: 400, body: { errors: [{ field: 'assigned_technician_id' }] } });
  });

  it('fill a copy before any job needs it', async () => {
    const location = 5_000_001;
    await publish('customers', 'location.created', location, {
      card: {
        location_id: location,
        location_name: 'Warehouse',
        city: 'Troy',
        search_text: 'warehouse',
        customer_id: 5_000_002,
        version: 1,
      },
    });
    await publish('customers', 'customer.created', 5_000_002, {
      card: {
        customer_id: 5_000_002,
        customer_name: 'Acme',
        search_text: 'acme',
        deleted: false,
        version: 1,
      },
    });

    service.owners.isUp = false;
    await eventually(async () =>
      expect((await post({ customer_location_id: location })).status).toBe(201),
    );
  });

  it('never put an older copy in place of a newer one', async () => {
    const technician = service.givenTechnician();
    const id = await service.givenJob({ assigned_technician_id: technician });
    const named = (technician_name: string, version: number) =>
      publish('technicians', 'technician.updated', technician, {
        card: {
          technician_id: technician,
          technician_name,
          status: 'Active',
          version,
        },
      });

    await named('Third', 3);
    await named('Second', 2);
    const other = service.givenTechnician();
    await publish('technicians', 'technician.created', other, {
      card: {
        technician_id: other,
        technician_name: 'Comes after',
        status: 'Active',
        version: 1,
      },
    });

    await eventually(async () =>
      expect(
        (await service.db.query('select 1 from technician_names where technician_id = $1', [other]))
          .length,
      ).toBe(1),
    );
    expect(await get(id)).toMatchObject({ assigned_technician_name: 'Third' });
  });

  it('make a removed customer take no new jobs, and leave its names on those there are', async () => {
    const location = service.givenLocation({ location_name: 'Main office' });
    const id = await service.givenJob({ customer_location_id: location });

    await publish('customers', 'customer.deleted', location + 1, {
      card: {
        customer_id: location + 1,
        customer_name: 'Gone',
        search_text: 'gone',
        deleted: true,
        version: 2,
      },
    });

    await eventually(async () =>
      expect(await post({ customer_location_id: location })).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'customer_location_id' }] },
      }),
    );
    expect(await get(id)).toMatchObject({
      customer_name: 'Gone',
      customer_location_name: 'Main office',
    });
  });
});
