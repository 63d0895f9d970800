import { compareWithPeer, recordPaths, renames, type Call } from '../compare-with-peer';
import type { Measurement } from '../measurement';

const CALLS: readonly Call[] = [
  {
    name: 'customer updated',
    context: 'customers',
    method: 'PUT',
    ours: ({ firstCustomer }) => recordPaths('/api/v1/customers', firstCustomer),
    peers: ({ firstCustomer }) => recordPaths('/customer', firstCustomer),
    body: renames('customer_name'),
    atLeast: 0.35,
  },
  {
    name: 'asset updated',
    context: 'assets',
    method: 'PUT',
    ours: ({ firstAsset }) => recordPaths('/api/v1/assets', firstAsset),
    peers: ({ firstAsset }) => recordPaths('/asset', firstAsset),
    body: renames('asset_name'),
    atLeast: 0.35,
  },
  {
    name: 'item updated',
    context: 'inventory',
    method: 'PATCH',
    ours: ({ firstItem }) => recordPaths('/api/v1/inventory', firstItem),
    peers: ({ firstItem }) => recordPaths('/item', firstItem),
    body: renames('part_name'),
    atLeast: 0.35,
  },
];

export const records: Measurement = {
  name: 'records',
  measure: (bench) => compareWithPeer(bench, CALLS),
};
