import type { Manifest } from '../manifest/manifest';
import { REFS, type Refs } from '../manifest/refs';
import type { Applied } from './applied';
import type { ListedKind } from './kinds';
import type { Destination, EntrySender } from './sender';

export interface Applying {
  readonly manifest: Manifest;
  readonly sendAll: EntrySender['sendAll'];
  /** Updated with each entry; later steps resolve references here. */
  readonly applied: Applied;
}

export type Step = (applying: Applying) => Promise<void>;

interface Named {
  readonly ref?: string;
}

function note<Value>(made: Record<string, Value>, { ref }: Named, value: Value): void {
  if (ref !== undefined) made[ref] = value;
}

const withoutRef = <Entry extends Named>({ ref: _, ...fields }: Entry) => fields;

const idsOf = (ids: Readonly<Record<string, number>>, ref: unknown): unknown => {
  if (Array.isArray(ref)) return ref.map((each) => ids[String(each)]);
  return typeof ref === 'string' ? ids[ref] : ref;
};

const withIds =
  (refs: Refs, applied: Applied) =>
  (entry: Readonly<Record<string, unknown>>): object =>
    Object.fromEntries(
      Object.entries(withoutRef(entry)).map(([name, value]) => {
        const target = refs[name];
        return target ? [target.idField, idsOf(applied[target.kind], value)] : [name, value];
      }),
    );

const renamedIn = (...all: readonly Refs[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    all.flatMap((refs) => Object.entries(refs).map(([name, { idField }]) => [idField, name])),
  );

type SectionName = keyof Manifest & ListedKind;
type EntryOf<Name extends SectionName> = Manifest[Name][number];

interface Section<Entry, Data> {
  readonly to: Destination;
  body?(entry: Entry, applied: Applied): object;
  done(applied: Applied, entry: Entry, response: Data): void;
}

const createStep =
  <Name extends SectionName, Data>(
    name: Name,
    { to, body = withoutRef, done }: Section<EntryOf<Name>, Data>,
  ): Step =>
  async ({ manifest, sendAll, applied }) => {
    const entries: readonly EntryOf<Name>[] = manifest[name];
    const bodies = entries.map((entry) => body(entry, applied));
    const responses = await sendAll<Data>(name, to, bodies);
    for (const [at, entry] of entries.entries()) done(applied, entry, responses[at] as Data);
  };

const users = createStep('users', {
  to: { owner: 'dashboard', path: 'dashboard/users' },
  done: (applied, { ref, email }, { user_id }: { user_id: number }) =>
    note(applied.users, { ref: ref ?? email }, user_id),
});

/** Sections of records without references, of which each entry becomes one record. */
const PLAIN_RECORDS = [
  ['technicians', 'technician_id', 'technicians', 'technicians'],
  ['asset_types', 'asset_type_id', 'assets', 'asset-types'],
  ['suppliers', 'supplier_id', 'inventory', 'suppliers'],
  ['inventory_locations', 'location_id', 'inventory', 'inventory-locations'],
] as const;

const plainRecords = PLAIN_RECORDS.map(([name, idName, owner, path]) =>
  createStep(name, {
    to: { owner, path: `${owner}/${path}`, takesBatches: name === 'technicians' },
    done: (applied, entry, { [idName]: id = 0 }: Readonly<Record<string, number>>) =>
      note(applied[name], entry, id),
  }),
);

interface SavedCustomer {
  readonly customer_id: number;
  readonly locations: readonly { readonly location_id: number }[];
}

const customers = createStep('customers', {
  to: {
    owner: 'customers',
    path: 'customers/customers',
    takesBatches: true,
    longList: 'locations',
  },
  body: (entry) => ({ ...withoutRef(entry), locations: entry.locations.map(withoutRef) }),
  done(applied, entry, { customer_id, locations }: SavedCustomer) {
    note(applied.customers, entry, customer_id);
    for (const [at, { location_id }] of locations.entries())
      note(applied.customer_locations, entry.locations[at] ?? {}, location_id);
  },
});

interface SavedAsset {
  readonly asset_id: number;
  readonly meters: readonly { readonly meter_id: number }[];
}

const assets = createStep('assets', {
  to: {
    owner: 'assets',
    path: 'assets/assets',
    takesBatches: true,
    renamed: renamedIn(REFS.assets, REFS.service_records),
  },
  body: ({ meters, service_records, ...asset }, applied) => ({
    ...withIds(REFS.assets, applied)(asset),
    meters: meters.map(withoutRef),
    service_records: service_records?.map(withIds(REFS.service_records, applied)),
  }),
  done(applied, entry, { asset_id, meters }: SavedAsset) {
    note(applied.assets, entry, asset_id);
    for (const [at, { meter_id }] of meters.entries())
      note(applied.meters, entry.meters[at] ?? {}, meter_id);
  },
});

const inventoryItems = createStep('inventory_items', {
  to: {
    owner: 'inventory',
    path: 'inventory/items',
    takesBatches: true,
    renamed: renamedIn(REFS.inventory_items, REFS.movements),
  },
  body: ({ stock, movements, ...item }, applied) => ({
    ...withIds(REFS.inventory_items, applied)(item),
    stock: Object.entries(stock).map(([location, quantity]) => ({
      location_id: applied.inventory_locations[location],
      quantity,
    })),
    movements: movements?.map(withIds(REFS.movements, applied)),
  }),
  done: (applied, entry, { item_id }: { item_id: number }) =>
    note(applied.inventory_items, entry, item_id),
});

const jobs = createStep('jobs', {
  to: {
    owner: 'jobs',
    path: 'jobs/jobs',
    takesBatches: true,
    renamed: renamedIn(REFS.jobs, REFS.required_parts),
  },
  body: ({ required_parts, ...job }, applied) => ({
    ...withIds(REFS.jobs, applied)(job),
    required_parts: required_parts?.map(withIds(REFS.required_parts, applied)),
  }),
  done: (applied, entry, { job_id }: { job_id: number }) => note(applied.jobs, entry, job_id),
});

const webhookEndpoints = createStep('webhook_endpoints', {
  to: { owner: 'webhooks', path: 'webhooks/endpoints' },
  done: (applied, entry, { id, secret }: { id: number; secret: string | null }) =>
    note(applied.webhook_endpoints, entry, { id, secret }),
});

const apiKeys = createStep('api_keys', {
  to: { owner: 'gateway', path: 'keys' },
  done: (applied, entry, { id, key }: { id: number; key: string | null }) =>
    note(applied.api_keys, entry, { id, key }),
});

/**
 * Sections of a stage do not refer to each other and are sent in parallel, as each goes to its own service.
 * Webhooks come after the records, so that they get no events of them; keys come last.
 */
export const STAGES: readonly (readonly Step[])[] = [
  [users, ...plainRecords, customers],
  [assets, inventoryItems],
  [jobs],
  [webhookEndpoints],
  [apiKeys],
];
