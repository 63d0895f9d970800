// What fields of records may hold, where contexts beside their owner have to know it: the dashboard offers or shows these.

/** Of a job. */
export const JOB_PRIORITIES = ['Low', 'Medium', 'High', 'Urgent'] as const;
export type JobPriority = (typeof JOB_PRIORITIES)[number];

/** What a job has to do with an asset. */
export const RELATIONSHIP_TYPES = [
  'serviced',
  'installed',
  'replaced',
  'inspected',
  'maintenance',
  'meter_threshold',
] as const;
export type RelationshipType = (typeof RELATIONSHIP_TYPES)[number];

/** Of an asset. */
export const CONDITIONS = ['new', 'good', 'fair', 'poor', 'broken'] as const;
export type Condition = (typeof CONDITIONS)[number];

/** Of an asset. */
export const OWNERSHIP_TYPES = ['company', 'customer', 'leased', 'rented'] as const;
export type OwnershipType = (typeof OWNERSHIP_TYPES)[number];

/** Of the service of an asset. */
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

/** Of a location of inventory. */
export const LOCATION_TYPES = ['warehouse', 'vehicle', 'technician', 'job_site', 'other'] as const;
export type LocationType = (typeof LOCATION_TYPES)[number];

export const TECHNICIAN_STATUSES = ['Active', 'Inactive'] as const;
export type TechnicianStatus = (typeof TECHNICIAN_STATUSES)[number];

/** Of a technician. */
export const AVAILABILITY_STATUSES = ['Available', 'Busy', 'Offline'] as const;
export type AvailabilityStatus = (typeof AVAILABILITY_STATUSES)[number];

/** What became of a service request. */
export const REQUEST_STATUSES = ['New', 'Job created', 'Declined'] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

/** Of a delivery of a webhook. */
export const DELIVERY_STATUSES = ['pending', 'retrying', 'succeeded', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Who manages an endpoint that lasts: the company's people in the dashboard, or the API key that subscribed. */
export const ENDPOINT_MANAGERS = ['dashboard', 'api'] as const;
export type EndpointManager = (typeof ENDPOINT_MANAGERS)[number];
