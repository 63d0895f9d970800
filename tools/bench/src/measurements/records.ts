import {
  compareWithPeer,
  createRecordPaths,
  createRenameBodies,
  type ComparedCall,
} from '../compare-with-peer';
import type { Measurement } from '../measurement';

const CALLS: readonly ComparedCall[] = [
  {
    name: 'customer updated',
    context: 'customers',
    method: 'PUT',
    ours: ({ firstCustomer }) => createRecordPaths('/api/v1/customers', firstCustomer),
    peers: ({ firstCustomer }) => createRecordPaths('/customer', firstCustomer),
    body: createRenameBodies('customer_name'),
    atLeast: 0.35,
  },
  {
    name: 'asset updated',
    context: 'assets',
    method: 'PUT',
    ours: ({ firstAsset }) => createRecordPaths('/api/v1/assets', firstAsset),
    peers: ({ firstAsset }) => createRecordPaths('/asset', firstAsset),
    body: createRenameBodies('asset_name'),
    atLeast: 0.35,
  },
  {
    name: 'item updated',
    context: 'inventory',
    method: 'PATCH',
    ours: ({ firstItem }) => createRecordPaths('/api/v1/inventory', firstItem),
    peers: ({ firstItem }) => createRecordPaths('/item', firstItem),
    body: createRenameBodies('part_name'),
    atLeast: 0.35,
  },
];

export const records: Measurement = {
  name: 'records',
  measure: (bench) => compareWithPeer(bench, CALLS),
};
