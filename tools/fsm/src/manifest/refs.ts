import type { ListedKind } from '../apply/kinds';

interface Ref {
  readonly idField: string;
  readonly kind: Exclude<ListedKind, 'webhook_endpoints' | 'api_keys'>;
}

export type Refs = Readonly<Record<string, Ref>>;

export const REFS = {
  assets: {
    asset_type: { idField: 'asset_type_id', kind: 'asset_types' },
    location: { idField: 'location_id', kind: 'customer_locations' },
    assigned_to: { idField: 'assigned_to', kind: 'technicians' },
  },
  service_records: {
    technician: { idField: 'technician_id', kind: 'technicians' },
  },
  inventory_items: {
    supplier: { idField: 'supplier_id', kind: 'suppliers' },
  },
  movements: {
    location: { idField: 'location_id', kind: 'inventory_locations' },
    to: { idField: 'to_location_id', kind: 'inventory_locations' },
  },
  jobs: {
    location: { idField: 'customer_location_id', kind: 'customer_locations' },
    technician: { idField: 'assigned_technician_id', kind: 'technicians' },
    assets: { idField: 'asset_ids', kind: 'assets' },
  },
  required_parts: {
    item: { idField: 'item_id', kind: 'inventory_items' },
    from: { idField: 'location_id', kind: 'inventory_locations' },
  },
} satisfies Readonly<Record<string, Refs>>;
