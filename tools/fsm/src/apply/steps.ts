import type { Manifest } from '../manifest/manifest';
import { REFS, type Refs } from '../manifest/refs';
import type { Applied } from './applied';
import type { ManifestKind } from './kinds';
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

interface Section<Entry extends Named, Answer> {
  readonly name: keyof Manifest & ManifestKind;
  readonly entries: readonly Entry[];
  readonly to: Destination;
  readonly body?: (entry: Entry) => object;
  readonly done: (entry: Entry, answer: Answer) => void;
}

async function sendEach<Entry extends Named, Answer>(
  sendAll: EntrySender['sendAll'],
  { name, entries, to, body = withoutRef, done }: Section<Entry, Answer>,
): Promise<void> {
  const answers = await sendAll<Answer>(name, to, entries.map(body));
  for (const [at, entry] of entries.entries()) done(entry, answers[at] as Answer);
}

const users: Step = ({ manifest, sendAll, applied }) =>
  sendEach(sendAll, {
    name: 'users',
    entries: manifest.users,
    to: { owner: 'dashboard', path: 'dashboard/users' },
    done: ({ ref, email }, { user_id }: { user_id: number }) =>
      note(applied.users, { ref: ref ?? email }, user_id),
  });

/** Sections of records without references, of which each entry becomes one record. */
const PLAIN_RECORDS = [
  ['technicians', 'technician_id', 'technicians', 'technicians'],
  ['asset_types', 'asset_type_id', 'assets', 'asset-types'],
  ['suppliers', 'supplier_id', 'inventory', 'suppliers'],
  ['inventory_locations', 'location_id', 'inventory', 'inventory-locations'],
] as const;

const plainRecords = PLAIN_RECORDS.map(
  ([name, idName, owner, path]): Step =>
    ({ manifest, sendAll, applied }) =>
      sendEach<Named, Readonly<Record<string, number>>>(sendAll, {
        name,
        entries: manifest[name],
        to: { owner, path: `${owner}/${path}`, takesBatches: name === 'technicians' },
        done: (entry, { [idName]: id = 0 }) => note(applied[name], entry, id),
      }),
);

interface SavedCustomer {
  readonly customer_id: number;
  readonly locations: readonly { readonly location_id: number }[];
}

const customers: Step = ({ manifest, sendAll, applied }) =>
  sendEach(sendAll, {
    name: 'customers',
    entries: manifest.customers,
    to: {
      owner: 'customers',
      path: 'customers/customers',
      takesBatches: true,
      longList: 'locations',
    },
    body: (entry) => ({ ...withoutRef(entry), locations: entry.locations.map(withoutRef) }),
    done(entry, { customer_id, locations }: SavedCustomer) {
      note(applied.customers, entry, customer_id);
      for (const [at, { location_id }] of locations.entries())
        note(applied.customer_locations, entry.locations[at] ?? {}, location_id);
    },
  });

interface SavedAsset {
  readonly asset_id: number;
  readonly meters: readonly { readonly meter_id: number }[];
}

const assets: Step = ({ manifest, sendAll, applied }) =>
  sendEach(sendAll, {
    name: 'assets',
    entries: manifest.assets,
    to: {
      owner: 'assets',
      path: 'assets/assets',
      takesBatches: true,
      renamed: renamedIn(REFS.assets, REFS.service_records),
    },
    body: ({ meters, service_records, ...asset }) => ({
      ...withIds(REFS.assets, applied)(asset),
      meters: meters.map(withoutRef),
      service_records: service_records?.map(withIds(REFS.service_records, applied)),
    }),
    done(entry, { asset_id, meters }: SavedAsset) {
      note(applied.assets, entry, asset_id);
      for (const [at, { meter_id }] of meters.entries())
        note(applied.meters, entry.meters[at] ?? {}, meter_id);
    },
  });

const inventoryItems: Step = ({ manifest, sendAll, applied }) =>
  sendEach(sendAll, {
    name: 'inventory_items',
    entries: manifest.inventory_items,
    to: {
      owner: 'inventory',
      path: 'inventory/items',
      takesBatches: true,
      renamed: renamedIn(REFS.inventory_items, REFS.movements),
    },
    body: ({ stock, movements, ...item }) => ({
      ...withIds(REFS.inventory_items, applied)(item),
      stock: Object.entries(stock).map(([location, quantity]) => ({
        location_id: applied.inventory_locations[location],
        quantity,
      })),
      movements: movements?.map(withIds(REFS.movements, applied)),
    }),
    done: (entry, { item_id }: { item_id: number }) =>
      note(applied.inventory_items, entry, item_id),
  });

const jobs: Step = ({ manifest, sendAll, applied }) =>
  sendEach(sendAll, {
    name: 'jobs',
    entries: manifest.jobs,
    to: {
      owner: 'jobs',
      path: 'jobs/jobs',
      takesBatches: true,
      renamed: renamedIn(REFS.jobs, REFS.required_parts),
    },
    body: ({ required_parts, ...job }) => ({
      ...withIds(REFS.jobs, applied)(job),
      required_parts: required_parts?.map(withIds(REFS.required_parts, applied)),
    }),
    done: (entry, { job_id }: { job_id: number }) => note(applied.jobs, entry, job_id),
  });

const webhookEndpoints: Step = ({ manifest, sendAll, applied }) =>
  sendEach(sendAll, {
    name: 'webhook_endpoints',
    entries: manifest.webhook_endpoints,
    to: { owner: 'webhooks', path: 'webhooks/endpoints' },
    done: (entry, { id, secret }: { id: number; secret: string | null }) =>
      note(applied.webhook_endpoints, entry, { id, secret }),
  });

const apiKeys: Step = ({ manifest, sendAll, applied }) =>
  sendEach(sendAll, {
    name: 'api_keys',
    entries: manifest.api_keys,
    to: { owner: 'gateway', path: 'keys' },
    done: (entry, { id, key }: { id: number; key: string | null }) =>
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
