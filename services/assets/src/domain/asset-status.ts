import { createTransitionTable, type StateOf } from '@svc/kernel';

export const assetStatuses = createTransitionTable('An asset', {
  'Active': [
    'Idle',
    'In Maintenance',
    'In Transit',
    'Retired',
    'Lost',
    'Non-Compliant',
    'Decommissioned',
  ],
  'Idle': ['Active', 'In Maintenance', 'In Transit', 'Retired', 'Decommissioned', 'Lost'],
  'In Maintenance': ['Active', 'Idle', 'Retired', 'Decommissioned'],
  'Pending Install': ['Active', 'Idle', 'In Transit', 'Non-Compliant'],
  'In Transit': ['Active', 'Idle', 'Pending Install'],
  'Lost': ['Active', 'Retired', 'Decommissioned'],
  'Non-Compliant': ['Active', 'Idle', 'In Maintenance', 'Retired', 'Decommissioned'],
  'Retired': ['Active', 'Decommissioned'],
  'Decommissioned': [],
});

export type AssetStatus = StateOf<typeof assetStatuses>;

export const DEFAULT_STATUS: AssetStatus = 'Active';

/** Assets with these statuses cannot be transferred. */
const IMMOVABLE: ReadonlySet<AssetStatus> = new Set(['Retired', 'Decommissioned', 'Lost']);

export const isMovable = (status: AssetStatus): boolean => !IMMOVABLE.has(status);
