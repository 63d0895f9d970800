import { ERROR_STATUS, type ErrorCode } from '@svc/contracts/errors';
import type { JobStatus } from '@svc/contracts/summaries';
import type { Scope } from '@svc/contracts/scopes';

export { JOB_STATUSES, type JobStatus } from '@svc/contracts/summaries';
export {
  AVAILABILITY_STATUSES,
  ASSET_CONDITIONS as CONDITIONS,
  DELIVERY_STATUSES,
  ENDPOINT_MANAGERS,
  JOB_PRIORITIES,
  LOCATION_TYPES,
  OWNERSHIP_TYPES,
  REQUEST_STATUSES,
  SERVICE_TYPES,
  TECHNICIAN_STATUSES,
  type AvailabilityStatus,
  type AssetCondition as Condition,
  type DeliveryStatus,
  type EndpointManager,
  type JobPriority,
  type LocationType,
  type OwnershipType,
  type RequestStatus,
  type ServiceType,
  type TechnicianStatus,
} from '@svc/contracts/field-values';
export { MODES as KEY_MODES } from '@svc/contracts/sandbox';
export type { Scope } from '@svc/contracts/scopes';
export { textKey } from '@svc/contracts/text-key';
export { EVENT_MEANINGS, type WebhookEvent } from '@svc/contracts/webhook-events';

export const SEARCH_KINDS = [
  'customer',
  'job',
  'asset',
  'item',
  'technician',
  'request',
  'event',
  'delivery',
] as const;

export type SearchKind = (typeof SEARCH_KINDS)[number];

export const ASSET_STATUSES = [
  'Active',
  'Idle',
  'In Maintenance',
  'Pending Install',
  'In Transit',
  'Lost',
  'Non-Compliant',
  'Decommissioned',
  'Retired',
] as const;

export type AssetStatus = (typeof ASSET_STATUSES)[number];

/** No status can follow these. */
export const FINAL_ASSET_STATUSES: readonly AssetStatus[] = ['Decommissioned'];
export const FINAL_JOB_STATUSES: readonly JobStatus[] = ['Cancelled', 'Closed'];

export const SCOPE_GRANTS = {
  'jobs:read': 'Read jobs',
  'jobs:write': 'Create and update jobs',
  'customers:read': 'Read customers and locations',
  'customers:write': 'Create and update customers and locations',
  'assets:read': 'Read assets and service history',
  'assets:write': 'Create and update assets, change status',
  'assets:transfer': 'Transfer assets',
  'assets:meter': 'Submit meter readings',
  'assets:service': 'Create service records',
  'inventory:read': 'Read items, stock, transactions, locations and low stock',
  'inventory:write': 'Create and update items, adjust stock; includes inventory:read',
  'inventory:transfer': 'Transfer stock; does not include read or write',
  'technicians:read': 'Read technicians; also adds technician details to job and asset responses',
  'webhooks:manage': 'Manage webhook subscriptions',
} as const satisfies Readonly<Record<Scope, string>>;

export const LIMIT_MEANINGS = {
  reads_per_day: 'Reads per day, all keys',
  writes_per_day: 'Writes per day, all keys',
  key_writes_per_day: 'Writes per day, per key',
  list_reads_per_minute: 'Lists per minute, per key',
  record_reads_per_minute: 'Records per minute, per key',
  writes_per_minute: 'Writes per minute, per key',
  technician_list_per_minute: 'Technician lists per minute, per key',
  technician_get_per_minute: 'Technicians per minute, per key',
} as const;

export type LimitName = keyof typeof LIMIT_MEANINGS;

export const ACTIVITY_KINDS = [
  'sign_in',
  'api_key',
  'webhook',
  'calendar',
  'team',
  'deletion',
  'settings',
] as const;

export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

export const RECORD_ACTIVITY_KINDS: readonly ActivityKind[] = ['calendar', 'deletion'];

export const REQUEST_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export type { ErrorCode } from '@svc/contracts/errors';

export const ERROR_CODES = Object.keys(ERROR_STATUS) as readonly ErrorCode[];
