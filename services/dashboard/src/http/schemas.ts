import { SCOPES, WEBHOOK_EVENTS } from '@svc/contracts';
import { fields, type ValueOf } from '@svc/http';
import Joi from 'joi';
import type {
  ChangeMeBody,
  ChangePasswordBody,
  EndTwoStepBody,
  ResetPasswordBody,
  TwoStepCodeBody,
} from '../../contract/account';
import { ACTIVITY_KINDS } from '../../contract/activity';
import {
  KEY_MODES,
  type ChangeApiKeyBody,
  type NewApiKeyBody,
  type RevokeApiKeyBody,
} from '../../contract/api-keys';
import {
  ASSET_STATUSES,
  type AssetTypesQuery,
  type AssetsQuery,
  type MeterBody,
} from '../../contract/assets';
import type { ChangeCompanyBody } from '../../contract/company';
import type { CustomersQuery, LocationsQuery } from '../../contract/customers';
import {
  LOCATION_TYPES,
  TRANSACTION_TYPES,
  type AdjustStockBody,
  type InventoryLocationsQuery,
  type InventoryQuery,
  type SuppliersQuery,
  type TransactionsQuery,
  type TransferStockBody,
} from '../../contract/inventory';
import {
  JOB_PRIORITIES,
  JOB_STATUSES,
  type JobsQuery,
  type NewInvoiceBody,
  type NewPaymentBody,
} from '../../contract/jobs';
import {
  ERROR_CODES,
  REQUEST_METHODS,
  STATUS_CLASSES,
  type LoggedRequestsQuery,
} from '../../contract/request-log';
import { ROLES } from '../../contract/rights';
import type { ScheduleQuery } from '../../contract/schedule';
import { REQUEST_STATUSES, type ServiceRequestsQuery } from '../../contract/service-requests';
import type { SignInBody } from '../../contract/session';
import type { AcceptInvitationBody, ChangeRoleBody, InviteBody } from '../../contract/team';
import {
  AVAILABILITY_STATUSES,
  TECHNICIAN_STATUSES,
  type TechnicianBody,
  type TechniciansQuery,
} from '../../contract/technicians';
import {
  DELIVERY_STATUSES,
  ENDPOINT_MANAGERS,
  type ChangeEndpointBody,
  type DeliveriesQuery,
  type EndpointsQuery,
  type NewEndpointBody,
  type ResendFailedBody,
} from '../../contract/webhooks';

const MAX_PASSWORD = 1_024;

const email = () => fields.email().required();

export const saveUserBody = fields.object({
  email: email(),
  name: fields.text().required(),
  role: fields.oneOf(ROLES).required(),
  password: fields.text(MAX_PASSWORD),
});

export type SaveUserBody = ValueOf<typeof saveUserBody>;

/** Longer than any address that mail can be sent to. */
const MAX_EMAIL = 320;

export const signInBody = fields.objectOf<SignInBody>()({
  email: fields.text(MAX_EMAIL).required(),
  password: fields.text(MAX_PASSWORD).required(),
  code: fields.text(),
});

export const forgottenPasswordBody = fields.object({ email: fields.text(MAX_EMAIL).required() });

export const resetPasswordBody = fields.objectOf<ResetPasswordBody>()({
  token: fields.text().required(),
  password: fields.text(MAX_PASSWORD).required(),
});

export const changeMeBody = fields.objectOf<ChangeMeBody>()({ name: fields.text().required() });

export const changePasswordBody = fields.objectOf<ChangePasswordBody>()({
  current_password: fields.text(MAX_PASSWORD).required(),
  new_password: fields.text(MAX_PASSWORD).required(),
});

export const twoStepCodeBody = fields.objectOf<TwoStepCodeBody>()({
  code: fields.text().required(),
});

export const endTwoStepBody = fields.objectOf<EndTwoStepBody>()({
  password: fields.text(MAX_PASSWORD).required(),
});

export const inviteBody = fields.objectOf<InviteBody>()({
  email: email(),
  role: fields.oneOf(ROLES).required(),
});

export const changeRoleBody = fields.objectOf<ChangeRoleBody>()({
  role: fields.oneOf(ROLES).required(),
});

export const acceptInvitationBody = fields.objectOf<AcceptInvitationBody>()({
  token: fields.text().required(),
  name: fields.text().required(),
  password: fields.text(MAX_PASSWORD).required(),
});

/** Lists of the dashboard's own pages are shorter than the API's. */
export const pageFields = {
  ...fields.pageFields,
  per_page: fields.pageFields.per_page.default(25),
};

export const pageQuery = fields.object(pageFields);

export const ownNotificationsQuery = fields.object({ ...pageFields, is_read: fields.flag() });

export const activityQuery = fields.object({
  ...pageFields,
  user_id: fields.queryId(),
  operator: fields.flag(),
  kind: fields.oneOf(ACTIVITY_KINDS),
});

export const activityPeopleQuery = fields.object({
  ...pageFields,
  user_id: fields.queryId(),
  search: fields.searchTerm(),
});

export const notificationsQuery = fields.object({
  ...fields.pageFields,
  user_id: fields.queryId(),
  is_read: fields.flag(),
});

// What follows has the form that its owner takes; what an address or a point in time may be is its to say.

const scopes = () => fields.array(fields.oneOf(SCOPES), SCOPES.length).min(1).custom(fields.unique);
const MAX_RANGES = 1_000;
const addressRanges = () => fields.array(fields.text(), MAX_RANGES);

export const newApiKeyBody = fields.objectOf<NewApiKeyBody>()({
  name: fields.text().required(),
  mode: fields.oneOf(KEY_MODES).required(),
  scopes: scopes().required(),
  ip_allowlist: addressRanges(),
});

export const changeApiKeyBody = fields
  .objectOf<ChangeApiKeyBody>()({ scopes: scopes(), ip_allowlist: addressRanges() })
  .or('scopes', 'ip_allowlist');

export const changeCompanyBody = fields
  .objectOf<ChangeCompanyBody>()({
    name: fields.text(),
    timezone: fields.text(),
    country: fields.text(),
  })
  .or('name', 'timezone', 'country');

export const revokeApiKeyBody = fields.objectOf<RevokeApiKeyBody>()({
  name: fields.text().required(),
});

export const loggedRequestsQuery = fields.objectOf<LoggedRequestsQuery>()({
  ...pageFields,
  status: fields.oneOf(STATUS_CLASSES),
  error: fields.oneOf(ERROR_CODES),
  key_id: fields.queryId(),
  method: fields.oneOf(REQUEST_METHODS),
  request_id: fields.searchTerm(),
  address: fields.searchTerm(),
  from: fields.text(),
  to: fields.text(),
});

export const loggedRequestQuery = fields.object({ operation: fields.queryInteger(0) });

const MAX_URL = 2_048;
const url = () => fields.text(MAX_URL);
const events = () => fields.array(fields.oneOf(WEBHOOK_EVENTS)).min(1).custom(fields.unique);

export const endpointsQuery = fields.objectOf<EndpointsQuery>()({
  ...pageFields,
  managed_by: fields.oneOf(ENDPOINT_MANAGERS).default('dashboard'),
  search: fields.searchTerm(),
});

export const newEndpointBody = fields.objectOf<NewEndpointBody>()({
  url: url().required(),
  events: events().required(),
});

export const changeEndpointBody = fields
  .objectOf<ChangeEndpointBody>()({ url: url(), events: events() })
  .or('url', 'events');

export const deliveriesQuery = fields.objectOf<DeliveriesQuery>()({
  ...pageFields,
  endpoint_id: fields.queryId(),
  event: fields.oneOf([...WEBHOOK_EVENTS, 'ping'] as const),
  status: fields.oneOf(DELIVERY_STATUSES),
  from: fields.text(),
  to: fields.text(),
});

export const resendFailedBody = fields.objectOf<ResendFailedBody>()({
  since: fields.text().required(),
  endpoint_id: fields.id(),
});

export const jobsQuery = fields.objectOf<JobsQuery>()({
  ...pageFields,
  status: fields.oneOf(JOB_STATUSES),
  priority: fields.oneOf(JOB_PRIORITIES),
  assigned_technician_id: fields.queryId(),
  deleted: fields.flag(),
  unassigned: fields.flag(),
  scheduled_on: fields.calendarDate(),
});

const A_WEEK = 7;

export const scheduleQuery = fields.objectOf<ScheduleQuery>()({
  from: fields.calendarDate().required(),
  days: fields.queryInteger(1, A_WEEK).required(),
});

/** As much as every sum of money in the API. */
const MAX_CENTS = 999_999_999;
const cents = () => fields.integer(1, MAX_CENTS);

export const newInvoiceBody = fields.objectOf<NewInvoiceBody>()({
  total_cents: cents().required(),
  currency: fields.text().required(),
  idempotency_key: fields.text().required(),
});

export const newPaymentBody = fields.objectOf<NewPaymentBody>()({
  amount_cents: cents().required(),
  reference: fields.optionalText(),
  idempotency_key: fields.text().required(),
});

export const techniciansQuery = fields.objectOf<TechniciansQuery>()({
  ...pageFields,
  status: fields.oneOf(TECHNICIAN_STATUSES),
  availability_status: fields.oneOf(AVAILABILITY_STATUSES),
  search: fields.searchTerm(),
});

export const customersQuery = fields.objectOf<CustomersQuery>()({
  ...pageFields,
  search: fields.searchTerm(),
  removed: fields.oneOf(['1'] as const),
});

export const locationsQuery = fields.objectOf<LocationsQuery>()({
  ...pageFields,
  search: fields.searchTerm(),
});

export const assetsQuery = fields.objectOf<AssetsQuery>()({
  ...pageFields,
  search: fields.searchTerm(),
  status: fields.oneOf(ASSET_STATUSES),
  asset_type_id: fields.queryId(),
  deleted: fields.flag(),
});

export const assetTypesQuery = fields.objectOf<AssetTypesQuery>()({
  ...pageFields,
  asset_type_id: fields.queryId(),
  search: fields.searchTerm(),
});

export const newAssetTypeBody = fields.object({ asset_type_name: fields.text().required() });

export const serviceRequestsQuery = fields.objectOf<ServiceRequestsQuery>()({
  ...pageFields,
  status: fields.oneOf(REQUEST_STATUSES),
});

const anything = () => fields.reading<unknown>()(Joi.any());

/** Fields of a record whose owner checks them, so that its words are what people read. */
const passedOn = <Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, anything()])) as Record<
    Name,
    ReturnType<typeof anything>
  >;

export const newJobBody = fields.object(
  passedOn(
    'job_title',
    'job_description',
    'job_priority',
    'customer_location_id',
    'assigned_technician_id',
    'scheduled_start',
    'scheduled_end',
    'asset_ids',
    'asset_relationship_type',
  ),
);

export const meterBody = fields.objectOf<MeterBody>()(passedOn('name', 'unit', 'threshold'));

const MOST_OF_A_TECHNICIAN = 100;

export const technicianBody = fields.objectOf<TechnicianBody>()({
  ...passedOn(
    'first_name',
    'last_name',
    'email',
    'phone',
    'status',
    'availability_status',
    'vehicle_type',
    'transport_modes',
    'expected_version',
  ),
  skills: fields.array(fields.object(passedOn('skill_name', 'skill_level')), MOST_OF_A_TECHNICIAN),
  schedule: fields.array(
    fields.object(passedOn('day_of_week', 'start_time', 'end_time', 'is_available')),
    MOST_OF_A_TECHNICIAN,
  ),
});

/** More than a job may need, which is for its owner to say. */
const MOST_REQUIREMENTS = 1_000;

export const requirementsBody = fields.object({
  ...passedOn('expected_version'),
  required_skills: fields.array(
    fields.object(passedOn('skill_name', 'skill_level')),
    MOST_REQUIREMENTS,
  ),
  required_parts: fields.array(
    fields.object(passedOn('item_id', 'location_id', 'quantity')),
    MOST_REQUIREMENTS,
  ),
});

export const inventoryQuery = fields.objectOf<InventoryQuery>()({
  ...pageFields,
  search: fields.searchTerm(),
  category: fields.text(),
  low_stock: fields.flag(),
});

export const transactionsQuery = fields.objectOf<TransactionsQuery>()({
  ...pageFields,
  type: fields.oneOf(TRANSACTION_TYPES),
});

export const adjustStockBody = fields.objectOf<AdjustStockBody>()(
  passedOn('location_id', 'quantity', 'reason', 'idempotency_key'),
);

export const transferStockBody = fields.objectOf<TransferStockBody>()(
  passedOn('item_id', 'from_location_id', 'to_location_id', 'quantity', 'notes', 'idempotency_key'),
);

export const inventoryLocationsQuery = fields.objectOf<InventoryLocationsQuery>()({
  ...pageFields,
  search: fields.searchTerm(),
  type: fields.oneOf(LOCATION_TYPES),
  active_only: fields.flag(),
});

export const inventoryLocationBody = fields.object(
  passedOn('location_name', 'location_type', 'address', 'city', 'state', 'zip', 'is_active'),
);

export const suppliersQuery = fields.objectOf<SuppliersQuery>()({
  ...pageFields,
  search: fields.searchTerm(),
});

export const supplierBody = fields.object(passedOn('name'));
