// Field values that contexts other than the owner need.

export const JOB_PRIORITIES = ['Low', 'Medium', 'High', 'Urgent'] as const;
export type JobPriority = (typeof JOB_PRIORITIES)[number];

export const RELATIONSHIP_TYPES = [
  'serviced',
  'installed',
  'replaced',
  'inspected',
  'maintenance',
  'meter_threshold',
] as const;
export type RelationshipType = (typeof RELATIONSHIP_TYPES)[number];

export const ASSET_CONDITIONS = ['new', 'good', 'fair', 'poor', 'broken'] as const;
export type AssetCondition = (typeof ASSET_CONDITIONS)[number];

export const OWNERSHIP_TYPES = ['company', 'customer', 'leased', 'rented'] as const;
export type OwnershipType = (typeof OWNERSHIP_TYPES)[number];

export const SERVICE_TYPES = [
  'repair',
  'inspection',
  'preventive_maintenance',
  'installation',
  'decommission',
  'meter_read',
  'warranty_claim',
  'calibration',
  'upgrade',
  'relocation',
] as const;
export type ServiceType = (typeof SERVICE_TYPES)[number];

export const LOCATION_TYPES = ['warehouse', 'vehicle', 'technician', 'job_site', 'other'] as const;
export type LocationType = (typeof LOCATION_TYPES)[number];

export const TECHNICIAN_STATUSES = ['Active', 'Inactive'] as const;
export type TechnicianStatus = (typeof TECHNICIAN_STATUSES)[number];

export const AVAILABILITY_STATUSES = ['Available', 'Busy', 'Offline'] as const;
export type AvailabilityStatus = (typeof AVAILABILITY_STATUSES)[number];

export const REQUEST_STATUSES = ['New', 'Job created', 'Declined'] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

export const DELIVERY_STATUSES = [
  'pending',
  'retrying',
  'succeeded',
  'failed',
  'filtered',
] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export const ENDPOINT_MANAGERS = ['dashboard', 'api'] as const;
export type EndpointManager = (typeof ENDPOINT_MANAGERS)[number];
