import type * as gateway from '../../../gateway/src/admin/http/responses';
import type * as assets from '../../assets/src/http/answers';
import type * as customers from '../../customers/src/http/answers';
import type * as inventory from '../../inventory/src/http/answers';
import type * as jobs from '../../jobs/src/http/answers';
import type * as invoices from '../../jobs/src/http/invoice-answers';
import type * as technicians from '../../technicians/src/http/answers';
import type * as webhooks from '../../webhooks/src/http/responses';
import type * as own from '../src/http/responses';

// Each type follows from the presenter that builds the response, so that a page cannot expect
// another shape.

type BodyOf<Presenter extends { present(record: never, view: never): unknown }> = ReturnType<
  Presenter['present']
>;

/** An entry of a history; the dashboard replaces the person's id by a name. */
type Named<Entry extends { person_id: unknown }> = Omit<Entry, 'person_id'> & {
  /** Null where the owner recorded neither person nor key. */
  readonly who: string | null;
};

type Element<List extends readonly unknown[]> = List[number];

export type AssetResponse = BodyOf<typeof assets.shownAssetAnswer>;
export type AssetTypeResponse = BodyOf<typeof assets.assetTypeAnswer>;
export type ListedAssetResponse = BodyOf<typeof assets.assetAnswer>;
export type MeterResponse = BodyOf<typeof assets.shownMeterAnswer>;
export type ReadingResponse = BodyOf<typeof assets.shownReadingAnswer>;
export type ServiceRecordResponse = BodyOf<typeof assets.shownServiceRecordAnswer>;
export type TransferResponse = BodyOf<typeof assets.shownTransferAnswer>;

export type CustomerResponse = BodyOf<typeof customers.customerSummaryAnswer>;
export type LocationResponse = BodyOf<typeof customers.locationAnswer>;
export type ServiceRequestResponse = BodyOf<typeof customers.serviceRequestDetailsAnswer>;
/** Only a customer's history, which covers its locations, has a location. */
export type HistoryResponse = Named<
  BodyOf<typeof jobs.jobHistoryAnswer> & Partial<BodyOf<typeof customers.customerHistoryAnswer>>
>;
export type FieldChangeResponse = Element<HistoryResponse['changes']>;

export type InventoryLocationResponse = BodyOf<typeof inventory.locationAnswer>;
export type ItemResponse = BodyOf<typeof inventory.detailedItemAnswer>;
export type ListedSupplierResponse = BodyOf<typeof inventory.listedSupplierAnswer>;
export type ReservationResponse = BodyOf<typeof inventory.reservationAnswer>;
export type StockEntryResponse = BodyOf<typeof inventory.stockAnswer>;
export type TransactionResponse = Named<BodyOf<typeof inventory.detailedTransactionAnswer>>;

export type InvoiceResponse = BodyOf<typeof invoices.invoiceAnswer>;
export type JobResponse = BodyOf<typeof jobs.adminJobAnswer>;
export type JobsOfTodayResponse = BodyOf<typeof jobs.jobsOfTodayAnswer>;
export type ListedInvoiceResponse = BodyOf<typeof invoices.invoiceDetailsAnswer>;
export type ListedJobResponse = BodyOf<typeof jobs.listedJobAnswer>;
export type ScheduledJobsResponse = BodyOf<typeof jobs.scheduleAnswer>;
export type ScheduledJobResponse = Element<ScheduledJobsResponse['jobs']>;

export type ListedTechnicianResponse = BodyOf<typeof technicians.technicianEntryAnswer>;
export type ScheduledTechniciansResponse = BodyOf<typeof technicians.scheduleAnswer>;
export type ScheduledTechnicianResponse = Element<ScheduledTechniciansResponse['technicians']>;
export type TechnicianResponse = BodyOf<typeof technicians.technicianAnswer>;
export type ShiftResponse = Element<TechnicianResponse['schedule']>;
export type SkillResponse = Element<TechnicianResponse['skills']>;

export type AttemptResponse = Element<LoggedDeliveryResponse['attempt_log']>;
export type DeliveredHourResponse = BodyOf<typeof webhooks.deliveredHourResponse>;
/** The dashboard replaces the key's id by its name. */
export type EndpointResponse = Omit<BodyOf<typeof webhooks.endpointResponse>, 'key_id'> & {
  readonly key_name: string | null;
};
export type EndpointSecretResponse = BodyOf<typeof webhooks.endpointWithSecretResponse>;
export type EndpointStateResponse = BodyOf<typeof webhooks.changedEndpointResponse>;
export type ListedDeliveryResponse = BodyOf<typeof webhooks.listedDeliveryResponse>;
export type LoggedDeliveryResponse = BodyOf<typeof webhooks.loggedDeliveryResponse>;
export type ResentResponse = BodyOf<typeof webhooks.resentResponse>;

export type ApiKeyResponse = ReturnType<typeof gateway.toKeyResponse>;
export type CompanyResponse = ReturnType<typeof gateway.toDescribedCompanyResponse>;
export type AllowanceResponse = CompanyResponse['allowances']['reads_per_day'];
export type LoggedKeyResponse = ReturnType<typeof gateway.toNamedKeyResponse>;
export type LoggedRequestResponse = ReturnType<typeof gateway.toLoggedRequestResponse>;
export type NewApiKeyResponse = ReturnType<typeof gateway.toKeyWithTextResponse>;
export type RequestsResponse = ReturnType<typeof gateway.toUsageResponse>;

export type ActivityResponse = BodyOf<typeof own.activityResponse>;
export type ActivityPersonResponse = BodyOf<typeof own.activityPersonResponse>;
export type InvitationResponse = BodyOf<typeof own.invitationResponse>;
export type MemberResponse = BodyOf<typeof own.memberResponse>;
export type NotificationResponse = BodyOf<typeof own.notificationResponse>;
export type OwnSessionResponse = BodyOf<typeof own.ownSessionResponse>;
export type SessionResponse = BodyOf<typeof own.sessionResponse>;
export type ClockResponse = SessionResponse['company']['clock'];
export type ClockRule = Element<ClockResponse['rules']>;

export interface TwoStepSecretResponse {
  /** In base32, for manual entry. */
  readonly secret: string;
  readonly otpauth_url: string;
}

export interface RecoveryCodesResponse {
  readonly recovery_codes: readonly string[];
}

export interface EndedSessionsResponse {
  readonly ended: number;
}

/** `code_needed`: send the same request again with a code; no session has begun. */
export interface SignInResponse {
  readonly status: 'signed_in' | 'code_needed';
}

export interface TimezonesResponse {
  readonly timezones: readonly string[];
}
