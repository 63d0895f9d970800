import type { FieldError } from '@svc/contracts';
import { normalisePhone } from '@svc/kernel';

/** Where a service request is submitted: a customer's portal, or the booking page of a website. */
export const REQUEST_SOURCES = ['portal', 'booking'] as const;
export type RequestSource = (typeof REQUEST_SOURCES)[number];

/** What somebody asks a company to do; it is never changed. */
export interface ServiceRequest {
  readonly id: number;
  readonly companyId: number;
  readonly version: number;
  readonly source: RequestSource;
  /** Null for a visitor who is no customer yet. */
  readonly customerId: number | null;
  readonly contactName: string;
  readonly contactEmail: string | null;
  /** E.164 where the number is possible, otherwise as sent. */
  readonly contactPhone: string | null;
  readonly description: string;
  readonly createdAt: Date;
}

/** What is submitted. */
export type RequestDetails = Omit<ServiceRequest, 'id' | 'companyId' | 'version' | 'createdAt'>;

/** A service request that has no id yet. */
export type NewServiceRequest = Omit<ServiceRequest, 'id'>;

/** Why nobody could answer a request. */
export function contactProblems({ contactEmail, contactPhone }: RequestDetails): FieldError[] {
  if (contactEmail || contactPhone) return [];
  const message = 'contact_email or contact_phone is required.';
  return [{ field: 'contact_email', message }];
}

export const newServiceRequest = (
  companyId: number,
  country: string,
  details: RequestDetails,
  at: Date,
): NewServiceRequest => ({
  ...details,
  companyId,
  version: 1,
  contactPhone: details.contactPhone && normalisePhone(details.contactPhone, country),
  createdAt: at,
});
