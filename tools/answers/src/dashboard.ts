import type * as gateway from '../../../gateway/src/admin/http/presenters';
import type * as assets from '../../../services/assets/src/http/answers';
import type * as customers from '../../../services/customers/src/http/answers';
import type {
  AssetAnswer,
  AssetTypeAnswer,
  ListedAssetAnswer,
  MeterAnswer,
  ReadingAnswer,
  ServiceRecordAnswer,
  TransferAnswer,
} from '../../../services/dashboard/contract/assets';
import type { CompanyAnswer } from '../../../services/dashboard/contract/company';
import type {
  CustomerAnswer,
  LocationAnswer,
} from '../../../services/dashboard/contract/customers';
import type {
  InventoryLocationAnswer,
  ItemAnswer,
  ListedSupplierAnswer,
  StockEntryAnswer,
  SupplierAnswer,
} from '../../../services/dashboard/contract/inventory';
import type {
  InvoiceAnswer,
  JobAnswer,
  ListedInvoiceAnswer,
  ListedJobAnswer,
  ReservationAnswer,
} from '../../../services/dashboard/contract/jobs';
import type {
  DeliveredHourAnswer,
  JobsOfTodayAnswer,
  RequestsAnswer,
} from '../../../services/dashboard/contract/overview';
import type {
  ScheduledJobsAnswer,
  ScheduledTechniciansAnswer,
} from '../../../services/dashboard/contract/schedule';
import type { ServiceRequestAnswer } from '../../../services/dashboard/contract/service-requests';
import type {
  ListedTechnicianAnswer,
  TechnicianAnswer,
} from '../../../services/dashboard/contract/technicians';
import type { ResentAnswer } from '../../../services/dashboard/contract/webhooks';
import type { NamedKey, OwnKey, OwnNewKey } from '../../../services/dashboard/src/owners/api-keys';
import type { OwnCompany } from '../../../services/dashboard/src/owners/company-of';
import type { HistoryEntry, LedgerEntry } from '../../../services/dashboard/src/owners/history';
import type { OwnRequest } from '../../../services/dashboard/src/owners/request-log';
import type {
  OwnDelivery,
  OwnEndpoint,
  OwnEndpointState,
  OwnListedDelivery,
  OwnLoggedDelivery,
  OwnSecret,
} from '../../../services/dashboard/src/owners/webhooks';
import type * as inventory from '../../../services/inventory/src/http/answers';
import type * as jobs from '../../../services/jobs/src/http/answers';
import type * as invoices from '../../../services/jobs/src/http/invoice-answers';
import type * as technicians from '../../../services/technicians/src/http/answers';
import type * as webhooks from '../../../services/webhooks/src/http/answers';
import type { By, Fits } from './fits';

// What the dashboard says that owners answer, in its `contract/` and `owners/`, is held to what they
// declare. Contexts do not import one another, so that without this an owner could rename a field or add
// a status, and all of it would still compile. Nothing runs here: the types are checked, and that is all.

/** Where a history is of one kind of record: a customer's has its locations, too. */
type OwnHistoryEntry = Omit<HistoryEntry, 'location_id' | 'location_name'>;

export type OfAssets = [
  Fits<typeof assets.assetAnswer, ListedAssetAnswer>,
  Fits<typeof assets.shownAssetAnswer, AssetAnswer>,
  Fits<typeof assets.assetHistoryAnswer, OwnHistoryEntry>,
  Fits<typeof assets.shownServiceRecordAnswer, ServiceRecordAnswer>,
  Fits<typeof assets.shownTransferAnswer, TransferAnswer>,
  Fits<typeof assets.shownMeterAnswer, MeterAnswer>,
  Fits<typeof assets.shownReadingAnswer, ReadingAnswer>,
  Fits<typeof assets.assetTypeAnswer, AssetTypeAnswer>,
  Fits<typeof assets.savedTypeAnswer, Pick<AssetTypeAnswer, 'asset_type_id'>>,
];

export type OfCustomers = [
  Fits<typeof customers.customerSummaryAnswer, CustomerAnswer>,
  Fits<typeof customers.customerHistoryAnswer, HistoryEntry>,
  Fits<typeof customers.locationAnswer, LocationAnswer>,
  Fits<typeof customers.shownServiceRequestAnswer, ServiceRequestAnswer>,
];

export type OfInventory = [
  Fits<typeof inventory.detailedItemAnswer, ItemAnswer>,
  Fits<typeof inventory.stockAnswer, StockEntryAnswer>,
  Fits<typeof inventory.detailedTransactionAnswer, LedgerEntry>,
  Fits<typeof inventory.adjustmentAnswer, { readonly new_quantity: number }>,
  Fits<typeof inventory.locationAnswer, InventoryLocationAnswer>,
  Fits<typeof inventory.supplierAnswer, SupplierAnswer>,
  Fits<typeof inventory.listedSupplierAnswer, ListedSupplierAnswer>,
  Fits<typeof inventory.reservationAnswer, ReservationAnswer>,
];

export type OfJobs = [
  Fits<typeof jobs.listedJobAnswer, ListedJobAnswer>,
  Fits<typeof jobs.adminJobAnswer, JobAnswer>,
  Fits<typeof jobs.jobHistoryAnswer, OwnHistoryEntry>,
  Fits<typeof jobs.scheduleAnswer, ScheduledJobsAnswer>,
  Fits<typeof jobs.jobsOfTodayAnswer, JobsOfTodayAnswer>,
  Fits<typeof jobs.requestedJobAnswer, { readonly job_id: number }>,
  Fits<typeof invoices.invoiceAnswer, InvoiceAnswer>,
  Fits<typeof invoices.invoiceDetailsAnswer, ListedInvoiceAnswer>,
];

export type OfTechnicians = [
  Fits<typeof technicians.technicianEntryAnswer, ListedTechnicianAnswer>,
  Fits<typeof technicians.technicianAnswer, TechnicianAnswer>,
  Fits<typeof technicians.scheduleAnswer, ScheduledTechniciansAnswer>,
];

export type OfWebhooks = [
  Fits<typeof webhooks.detailedEndpointAnswer, OwnEndpoint>,
  Fits<typeof webhooks.endpointWithSecretAnswer, OwnSecret>,
  Fits<typeof webhooks.changedEndpointAnswer, OwnEndpointState>,
  Fits<typeof webhooks.deliveryAnswer, OwnDelivery>,
  Fits<typeof webhooks.listedDeliveryAnswer, OwnListedDelivery>,
  Fits<typeof webhooks.loggedDeliveryAnswer, OwnLoggedDelivery>,
  Fits<typeof webhooks.deliveredHourAnswer, DeliveredHourAnswer>,
  Fits<typeof webhooks.resentAnswer, ResentAnswer>,
];

export type OfGateway = [
  Fits<By<typeof gateway.presentDescribed>, OwnCompany>,
  Fits<By<typeof gateway.presentDescribed>, CompanyAnswer>,
  Fits<By<typeof gateway.presentDay>, RequestsAnswer['days'][number]>,
  Fits<By<typeof gateway.presentLoggedRequest>, OwnRequest>,
  Fits<By<typeof gateway.presentKey>, OwnKey>,
  Fits<By<typeof gateway.presentNamedKey>, NamedKey>,
  Fits<By<typeof gateway.presentKeyWithText>, OwnNewKey>,
];
