import type * as gateway from '../../../gateway/src/admin/http/responses';
import type * as assets from '../../assets/src/http/responses';
import type * as customers from '../../customers/src/http/responses';
import type * as inventory from '../../inventory/src/http/responses';
import type * as jobs from '../../jobs/src/http/responses';
import type * as invoices from '../../jobs/src/http/invoice-responses';
import type * as technicians from '../../technicians/src/http/responses';
import type * as deliveries from '../../webhooks/src/http/delivery-responses';
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

export type AssetResponse = BodyOf<typeof assets.dashboardAssetResponse>;
export type AssetTypeResponse = BodyOf<typeof assets.assetTypeResponse>;
export type ListedAssetResponse = BodyOf<typeof assets.assetResponse>;
export type MeterResponse = BodyOf<typeof assets.dashboardMeterResponse>;
export type ReadingResponse = BodyOf<typeof assets.dashboardReadingResponse>;
export type ServiceRecordResponse = BodyOf<typeof assets.dashboardServiceRecordResponse>;
export type TransferResponse = BodyOf<typeof assets.dashboardTransferResponse>;

export type CustomerResponse = BodyOf<typeof customers.customerSummaryResponse>;
export type LocationContactResponse = BodyOf<typeof customers.locationContactResponse>;
export type LocationResponse = BodyOf<typeof customers.locationResponse>;
export type ServiceRequestResponse = BodyOf<typeof customers.serviceRequestDetailsResponse>;
/** Only a customer's history, which covers its locations, has a location. */
export type HistoryResponse = Named<
  BodyOf<typeof jobs.jobHistoryResponse> & Partial<BodyOf<typeof customers.customerHistoryResponse>>
>;
export type FieldChangeResponse = Element<HistoryResponse['changes']>;

export type InventoryLocationResponse = BodyOf<typeof inventory.locationResponse>;
export type ItemResponse = BodyOf<typeof inventory.detailedItemResponse>;
export type ListedSupplierResponse = BodyOf<typeof inventory.listedSupplierResponse>;
export type ReservationResponse = BodyOf<typeof inventory.reservationResponse>;
export type StockEntryResponse = BodyOf<typeof inventory.stockResponse>;
export type TransactionResponse = Named<BodyOf<typeof inventory.detailedTransactionResponse>>;

export type InvoiceResponse = BodyOf<typeof invoices.invoiceResponse>;
export type InvoiceSumsResponse = BodyOf<typeof invoices.invoiceSumsResponse>;
export type JobResponse = BodyOf<typeof jobs.adminJobResponse>;
export type JobsOfTodayResponse = BodyOf<typeof jobs.jobsOfTodayResponse>;
export type ListedInvoiceResponse = BodyOf<typeof invoices.invoiceDetailsResponse>;
export type ListedJobResponse = BodyOf<typeof jobs.listedJobResponse>;
export type CalendarJobsResponse = BodyOf<typeof jobs.calendarResponse>;
export type CalendarJobResponse = Element<CalendarJobsResponse['jobs']>;
export type TechnicianJobsResponse = BodyOf<typeof jobs.technicianJobsResponse>;
export type ScheduledJobsResponse = BodyOf<typeof jobs.scheduleResponse>;
export type ScheduledJobResponse = Element<ScheduledJobsResponse['jobs']>;

export type WorklistCountsResponse = BodyOf<typeof jobs.worklistsResponse>;

export type ListedTechnicianResponse = BodyOf<typeof technicians.technicianEntryResponse>;
export type ScheduledTechniciansResponse = BodyOf<typeof technicians.scheduleResponse>;
export type ScheduledTechnicianResponse = Element<ScheduledTechniciansResponse['technicians']>;
export type TechnicianResponse = BodyOf<typeof technicians.technicianResponse>;
export type ShiftResponse = Element<TechnicianResponse['schedule']>;
export type SkillResponse = Element<TechnicianResponse['skills']>;

export type AttemptResponse = Element<LoggedDeliveryResponse['attempt_log']>;
export type DeliveredHourResponse = BodyOf<typeof deliveries.deliveredHourResponse>;
/** The dashboard replaces the key's id by its name. */
type WithKeyName<Endpoint> = Omit<Endpoint, 'key_id'> & { readonly key_name: string | null };
export type EndpointResponse = WithKeyName<BodyOf<typeof webhooks.endpointResponse>>;
export type DescribedEndpointResponse = WithKeyName<
  BodyOf<typeof webhooks.describedEndpointResponse>
>;
export type EndpointSecretResponse = BodyOf<typeof webhooks.endpointWithSecretResponse>;
export type EndpointStateResponse = BodyOf<typeof webhooks.changedEndpointResponse>;
export type ListedDeliveryResponse = BodyOf<typeof deliveries.listedDeliveryResponse>;
export type LoggedDeliveryResponse = BodyOf<typeof deliveries.loggedDeliveryResponse>;
export type FailedCountResponse = BodyOf<typeof deliveries.failedCountResponse>;
export type ResentResponse = BodyOf<typeof deliveries.resentResponse>;

export type ApiKeyResponse = ReturnType<typeof gateway.toKeyResponse>;
export type KeyRequestsResponse = ReturnType<typeof gateway.toKeyRequestsResponse>;
export type ListedApiKeyResponse = ReturnType<typeof gateway.toListedKeyResponse>;
export type CompanyResponse = ReturnType<typeof gateway.toDescribedCompanyResponse>;
export type AllowanceResponse = CompanyResponse['allowances']['reads_per_day'];
export type LoggedKeyResponse = ReturnType<typeof gateway.toNamedKeyResponse>;
export type LoggedRequestResponse = ReturnType<typeof gateway.toLoggedRequestResponse>;
export type NewApiKeyResponse = ReturnType<typeof gateway.toKeyWithTextResponse>;
export type RejectionsResponse = ReturnType<typeof gateway.toRejectionsResponse>;
export type RequestsResponse = ReturnType<typeof gateway.toUsageResponse>;

export type CalendarLinkResponse = BodyOf<typeof own.calendarLinkResponse>;
export type NewCalendarLinkResponse = BodyOf<typeof own.newCalendarLinkResponse>;
export type ActivityResponse = BodyOf<typeof own.activityResponse>;
export type ActivityPersonResponse = BodyOf<typeof own.activityPersonResponse>;
export type FirstStepResponse = BodyOf<typeof own.firstStepResponse>;
export type InvitationResponse = BodyOf<typeof own.invitationResponse>;
export type MemberResponse = BodyOf<typeof own.memberResponse>;
export type NotificationResponse = BodyOf<typeof own.notificationResponse>;
export type OwnSessionResponse = BodyOf<typeof own.ownSessionResponse>;
export type SearchResponse = BodyOf<typeof own.searchResponse>;
export type FoundRecordResponse = Element<SearchResponse['records']>;
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
