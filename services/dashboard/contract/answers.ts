import type * as gateway from '../../../gateway/src/admin/http/presenters';
import type * as assets from '../../assets/src/http/answers';
import type * as customers from '../../customers/src/http/answers';
import type * as inventory from '../../inventory/src/http/answers';
import type * as jobs from '../../jobs/src/http/answers';
import type * as invoices from '../../jobs/src/http/invoice-answers';
import type * as technicians from '../../technicians/src/http/answers';
import type * as webhooks from '../../webhooks/src/http/answers';
import type * as own from '../src/http/answers';

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

export type AssetAnswer = BodyOf<typeof assets.shownAssetAnswer>;
export type AssetTypeAnswer = BodyOf<typeof assets.assetTypeAnswer>;
export type ListedAssetAnswer = BodyOf<typeof assets.assetAnswer>;
export type MeterAnswer = BodyOf<typeof assets.shownMeterAnswer>;
export type ReadingAnswer = BodyOf<typeof assets.shownReadingAnswer>;
export type ServiceRecordAnswer = BodyOf<typeof assets.shownServiceRecordAnswer>;
export type TransferAnswer = BodyOf<typeof assets.shownTransferAnswer>;

export type CustomerAnswer = BodyOf<typeof customers.customerSummaryAnswer>;
export type LocationAnswer = BodyOf<typeof customers.locationAnswer>;
export type ServiceRequestAnswer = BodyOf<typeof customers.serviceRequestDetailsAnswer>;
/** Only a customer's history, which covers its locations, has a location. */
export type HistoryAnswer = Named<
  BodyOf<typeof jobs.jobHistoryAnswer> & Partial<BodyOf<typeof customers.customerHistoryAnswer>>
>;
export type FieldChangeAnswer = Element<HistoryAnswer['changes']>;

export type InventoryLocationAnswer = BodyOf<typeof inventory.locationAnswer>;
export type ItemAnswer = BodyOf<typeof inventory.detailedItemAnswer>;
export type ListedSupplierAnswer = BodyOf<typeof inventory.listedSupplierAnswer>;
export type ReservationAnswer = BodyOf<typeof inventory.reservationAnswer>;
export type StockEntryAnswer = BodyOf<typeof inventory.stockAnswer>;
export type TransactionAnswer = Named<BodyOf<typeof inventory.detailedTransactionAnswer>>;

export type InvoiceAnswer = BodyOf<typeof invoices.invoiceAnswer>;
export type JobAnswer = BodyOf<typeof jobs.adminJobAnswer>;
export type JobsOfTodayAnswer = BodyOf<typeof jobs.jobsOfTodayAnswer>;
export type ListedInvoiceAnswer = BodyOf<typeof invoices.invoiceDetailsAnswer>;
export type ListedJobAnswer = BodyOf<typeof jobs.listedJobAnswer>;
export type ScheduledJobsAnswer = BodyOf<typeof jobs.scheduleAnswer>;
export type ScheduledJobAnswer = Element<ScheduledJobsAnswer['jobs']>;

export type ListedTechnicianAnswer = BodyOf<typeof technicians.technicianEntryAnswer>;
export type ScheduledTechniciansAnswer = BodyOf<typeof technicians.scheduleAnswer>;
export type ScheduledTechnicianAnswer = Element<ScheduledTechniciansAnswer['technicians']>;
export type TechnicianAnswer = BodyOf<typeof technicians.technicianAnswer>;
export type ShiftAnswer = Element<TechnicianAnswer['schedule']>;
export type SkillAnswer = Element<TechnicianAnswer['skills']>;

export type AttemptAnswer = Element<LoggedDeliveryAnswer['attempt_log']>;
export type DeliveredHourAnswer = BodyOf<typeof webhooks.deliveredHourAnswer>;
/** The dashboard replaces the key's id by its name. */
export type EndpointAnswer = Omit<BodyOf<typeof webhooks.endpointAnswer>, 'key_id'> & {
  readonly key_name: string | null;
};
export type EndpointSecretAnswer = BodyOf<typeof webhooks.endpointWithSecretAnswer>;
export type EndpointStateAnswer = BodyOf<typeof webhooks.changedEndpointAnswer>;
export type ListedDeliveryAnswer = BodyOf<typeof webhooks.listedDeliveryAnswer>;
export type LoggedDeliveryAnswer = BodyOf<typeof webhooks.loggedDeliveryAnswer>;
export type ResentAnswer = BodyOf<typeof webhooks.resentAnswer>;

export type ApiKeyAnswer = ReturnType<typeof gateway.presentKey>;
export type CompanyAnswer = ReturnType<typeof gateway.presentDescribed>;
export type AllowanceAnswer = CompanyAnswer['allowances']['reads_per_day'];
export type LoggedKeyAnswer = ReturnType<typeof gateway.presentNamedKey>;
export type LoggedRequestAnswer = ReturnType<typeof gateway.presentLoggedRequest>;
export type NewApiKeyAnswer = ReturnType<typeof gateway.presentKeyWithText>;
export type RequestsAnswer = ReturnType<typeof gateway.presentUsage>;

export type ActivityAnswer = BodyOf<typeof own.activityAnswer>;
export type ActivityPersonAnswer = BodyOf<typeof own.activityPersonAnswer>;
export type InvitationAnswer = BodyOf<typeof own.invitationAnswer>;
export type MemberAnswer = BodyOf<typeof own.memberAnswer>;
export type NotificationAnswer = BodyOf<typeof own.notificationAnswer>;
export type OwnSessionAnswer = BodyOf<typeof own.ownSessionAnswer>;
export type SessionAnswer = BodyOf<typeof own.sessionAnswer>;
export type ClockAnswer = SessionAnswer['company']['clock'];
export type ClockRule = Element<ClockAnswer['rules']>;

export interface TwoStepSecretAnswer {
  /** In base32, for manual entry. */
  readonly secret: string;
  readonly otpauth_url: string;
}

export interface RecoveryCodesAnswer {
  readonly recovery_codes: readonly string[];
}

export interface EndedSessionsAnswer {
  readonly ended: number;
}

/** `code_needed`: send the same request again with a code; no session has begun. */
export interface SignInAnswer {
  readonly status: 'signed_in' | 'code_needed';
}

export interface TimezonesAnswer {
  readonly timezones: readonly string[];
}
