import { randomUUID } from 'node:crypto';

export interface Sandbox {
  put<Data>(path: string, body: object): Promise<Data>;
  post<Data>(path: string, body?: object): Promise<Data>;
}

export interface Trial {
  readonly id: number;
  change(fields: object): Promise<unknown>;
}

/** Saves a unique record; changes are saved under the same natural key. */
async function createTrial<Saved extends object>(
  sandbox: Sandbox,
  path: string,
  idName: string,
  record: object,
): Promise<Trial & { readonly saved: Saved }> {
  const change = (fields: object) => sandbox.put<Saved>(path, { ...record, ...fields });
  const saved = await change({});
  return { saved, id: Number(Reflect.get(saved, idName)), change };
}

interface SavedCustomer {
  readonly locations: readonly { readonly location_id: number }[];
}

export async function createTrialCustomer(
  sandbox: Sandbox,
  locations: readonly string[] = ['Trial location'],
) {
  const unique = randomUUID();
  const customer = {
    customer_name: `Trial customer ${unique}`,
    customer_email: `${unique}@trial.example`,
    customer_phone: `trial ${unique.slice(0, 13)}`,
    default_sla_hours: 24,
    locations: locations.map((location_name) => ({
      location_name,
      address_street: '1 Main Street',
      address_city: 'New York',
      address_state: 'NY',
      address_zip: '10001',
    })),
  };
  const { saved, ...made } = await createTrial<SavedCustomer>(
    sandbox,
    'customers/customers',
    'customer_id',
    customer,
  );
  return { ...made, locations: saved.locations.map(({ location_id }) => location_id) };
}

export async function createTrialJob(sandbox: Sandbox): Promise<Trial> {
  const { locations } = await createTrialCustomer(sandbox);
  return createTrial(sandbox, 'jobs/jobs', 'job_id', {
    job_title: `Trial job ${randomUUID()}`,
    job_description: 'Created by fsm trigger to cause an event of a job.',
    customer_location_id: locations[0],
  });
}

export const createTrialTechnician = (sandbox: Sandbox): Promise<Trial> =>
  createTrial(sandbox, 'technicians/technicians', 'technician_id', {
    first_name: 'Trial',
    last_name: 'Technician',
    email: `${randomUUID()}@trial.example`,
    status: 'Active',
    availability_status: 'Available',
  });

export async function createTrialAsset(sandbox: Sandbox) {
  const { locations } = await createTrialCustomer(sandbox, [
    'Trial location',
    'Another trial location',
  ]);
  const type = await sandbox.put<{ asset_type_id: number }>('assets/asset-types', {
    name: 'Trial type',
  });
  const made = await createTrial(sandbox, 'assets/assets', 'asset_id', {
    asset_name: 'Trial asset',
    serial_number: `Trial ${randomUUID()}`,
    asset_type_id: type.asset_type_id,
    location_id: locations[0],
  });
  return { ...made, elsewhere: locations[1] };
}

export async function createTrialItem(sandbox: Sandbox, fields: object = {}): Promise<number> {
  const { location_id } = await sandbox.put<{ location_id: number }>(
    'inventory/inventory-locations',
    { location_name: 'Trial warehouse', location_type: 'warehouse' },
  );
  const { item_id } = await sandbox.put<{ item_id: number }>('inventory/items', {
    part_number: `TRIAL-${randomUUID()}`,
    part_name: 'Trial part',
    stock: [{ location_id, quantity: 3 }],
    ...fields,
  });
  return item_id;
}
