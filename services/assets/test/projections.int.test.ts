import type {
  CustomerSummary,
  EventType,
  LocationSummary,
  TechnicianSummary,
} from '@svc/contracts';
import { createRun } from '@svc/database';
import type { ProjectionName } from '../src/projections/projections';
import { testService, type TestService } from './service';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const happen = (
  name: ProjectionName,
  type: EventType,
  card: LocationSummary | CustomerSummary | TechnicianSummary,
): Promise<void> =>
  service.projections[name].apply(createRun(service.db), [
    {
      type,
      companyId: 1,
      recordId: 1,
      version: card.version,
      occurredAt: service.clock.now(),
      actor: 'ui',
      data: { card },
    },
  ]);

const get = async (id: number) =>
  (await service.ask<{ data: Record<string, unknown> }>('getAsset', `?id=${id}`)).body.data;

const customerOf = async (locationId: number): Promise<number> => {
  const rows: { customer_id: number }[] = await service.db.query(
    'select customer_id from location_names where company_id = 1 and location_id = $1',
    [locationId],
  );
  return Number(rows[0]?.customer_id);
};

describe('events of the owners', () => {
  it('change the names that an asset shows, and nothing else of it', async () => {
    const location_id = service.givenLocation({ location_name: 'Old place' });
    const technician_id = service.givenTechnician({ technician_name: 'Ada Byron' });
    const id = await service.givenAsset({ location_id, assigned_to: technician_id });
    const before = await get(id);

    await happen('locations', 'location.updated', {
      location_id,
      location_name: 'New place',
      city: 'Troy',
      search_text: 'new place',
      customer_id: await customerOf(location_id),
      version: 2,
    });
    await happen('technicians', 'technician.updated', {
      technician_id,
      technician_name: 'Ada King',
      status: 'Inactive',
      version: 2,
    });

    expect(await get(id)).toEqual({
      ...before,
      location_name: 'New place',
      assigned_to_name: 'Ada King',
    });
  });

  it('never put an older name in place of a newer one', async () => {
    const technician_id = service.givenTechnician();
    const id = await service.givenAsset({ assigned_to: technician_id });

    for (const [technician_name, version] of [
      ['Third', 3],
      ['Second', 2],
    ] as const) {
      await happen('technicians', 'technician.updated', {
        technician_id,
        technician_name,
        status: 'Active',
        version,
      });
    }

    expect(await get(id)).toMatchObject({ assigned_to_name: 'Third' });
  });

  it('let a removed customer have no new assets, and keep those there are', async () => {
    const location_id = service.givenLocation({ location_name: 'Roof' });
    const id = await service.givenAsset({ location_id });
    const other = await service.givenAsset();
    const customer_id = await customerOf(location_id);
    const customer = { customer_id, customer_name: 'Gone', search_text: 'gone' };

    await happen('customers', 'customer.deleted', { ...customer, deleted: true, version: 2 });

    expect(await get(id)).toMatchObject({ location_id, location_name: 'Roof' });
    const move = () =>
      service.ask('transferAsset', `?id=${other}&sub=transfer`, { to_location_id: location_id });
    expect(await move()).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'to_location_id' }] },
    });

    await happen('customers', 'customer.restored', { ...customer, deleted: false, version: 3 });

    expect(await move()).toMatchObject({ status: 200 });
  });
});
