import { textKey, trimText } from '@svc/contracts';
import { CommandError } from '../command-error';
import { formatFieldPath } from './field-path';
import type { Manifest } from './manifest';
import { REFS } from './refs';

type Path = readonly (string | number)[];

interface Placed<Item> {
  readonly item: Item;
  readonly path: Path;
}

const place = <Item>(items: readonly Item[], ...path: Path): Placed<Item>[] =>
  items.map((item, at) => ({ item, path: [...path, at] }));

export function checkReferences(manifest: Manifest): void {
  const kinds = kindsOf(manifest);
  checkRefs(kinds);
  checkKeys(manifest, kinds);
  checkTargets(manifest, kinds);
}

type Kinds = ReturnType<typeof kindsOf>;

const kindsOf = (manifest: Manifest) => ({
  users: place(manifest.users, 'users'),
  technicians: place(manifest.technicians, 'technicians'),
  asset_types: place(manifest.asset_types, 'asset_types'),
  suppliers: place(manifest.suppliers, 'suppliers'),
  inventory_locations: place(manifest.inventory_locations, 'inventory_locations'),
  customers: place(manifest.customers, 'customers'),
  customer_locations: manifest.customers.flatMap(({ locations }, at) =>
    place(locations, 'customers', at, 'locations'),
  ),
  assets: place(manifest.assets, 'assets'),
  meters: manifest.assets.flatMap(({ meters }, at) => place(meters, 'assets', at, 'meters')),
  inventory_items: place(manifest.inventory_items, 'inventory_items'),
  jobs: place(manifest.jobs, 'jobs'),
  webhook_endpoints: place(manifest.webhook_endpoints, 'webhook_endpoints'),
  api_keys: place(manifest.api_keys, 'api_keys'),
});

function checkRefs(kinds: Kinds): void {
  for (const entries of Object.values(kinds)) requireDistinct(entries, 'ref');
}

/** Two entries with the same natural key would overwrite each other. */
function checkKeys(manifest: Manifest, kinds: Kinds): void {
  requireDistinct(kinds.users, 'email', textKey);
  requireDistinct(kinds.technicians, 'email', textKey);
  requireDistinct(kinds.asset_types, 'name', textKey);
  requireDistinct(kinds.suppliers, 'name', textKey);
  requireDistinct(kinds.inventory_locations, 'location_name', textKey);
  requireDistinct(kinds.customers, 'customer_email', textKey);
  requireDistinct(kinds.assets, 'serial_number');
  requireDistinct(kinds.inventory_items, 'part_number', textKey);
  requireDistinct(kinds.jobs, 'job_title');
  requireDistinct(kinds.webhook_endpoints, 'url');
  requireDistinct(kinds.api_keys, 'name');
  for (const [at, { locations }] of manifest.customers.entries()) {
    requireDistinct(place(locations, 'customers', at, 'locations'), 'location_name');
  }
  for (const [at, { meters }] of manifest.assets.entries()) {
    requireDistinct(place(meters, 'assets', at, 'meters'), 'name', textKey);
  }
}

function requireDistinct(
  entries: readonly Placed<Readonly<Record<string, unknown>>>[],
  field: string,
  fold = (text: string): string => text,
): void {
  const seen = new Map<string, Path>();
  for (const { item, path } of entries) {
    const value = item[field];
    if (typeof value !== 'string') continue;
    const key = fold(trimText(value));
    const earlier = seen.get(key);
    if (earlier) {
      throw new CommandError(
        `${formatFieldPath([...path, field])}: ${value} is already the ${field} of ${formatFieldPath(earlier)}.`,
      );
    }
    seen.set(key, path);
  }
}

function checkTargets(manifest: Manifest, kinds: Kinds): void {
  const refs = Object.fromEntries(
    Object.entries(kinds).map(([kind, entries]) => [
      kind,
      new Set(entries.map(({ item }) => item.ref)),
    ]),
  );
  const expect = (kind: keyof Kinds, ref: unknown, ...path: Path): void => {
    if (ref === undefined || ref === null || refs[kind]?.has(String(ref))) return;
    throw new CommandError(
      `${formatFieldPath(path)}: no entry of ${kind} has the ref ${String(ref)}.`,
    );
  };
  const expectAll = (
    kind: keyof typeof REFS,
    entries: readonly Readonly<Record<string, unknown>>[] = [],
    ...path: Path
  ): void => {
    for (const { item, path: at } of place(entries, ...path, kind)) {
      for (const [name, { kind: target }] of Object.entries(REFS[kind])) {
        const ref = item[name];
        if (!Array.isArray(ref)) expect(target, ref, ...at, name);
        else for (const [n, each] of ref.entries()) expect(target, each, ...at, name, n);
      }
    }
  };
  expectAll('assets', manifest.assets);
  for (const [at, { service_records }] of manifest.assets.entries()) {
    expectAll('service_records', service_records, 'assets', at);
  }
  expectAll('inventory_items', manifest.inventory_items);
  for (const [at, { stock, movements }] of manifest.inventory_items.entries()) {
    for (const ref of Object.keys(stock)) {
      expect('inventory_locations', ref, 'inventory_items', at, 'stock', ref);
    }
    expectAll('movements', movements, 'inventory_items', at);
  }
  expectAll('jobs', manifest.jobs);
  for (const [at, { required_parts }] of manifest.jobs.entries()) {
    expectAll('required_parts', required_parts, 'jobs', at);
  }
}
