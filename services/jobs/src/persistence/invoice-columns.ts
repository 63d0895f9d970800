/** The columns of an invoice under the names of the domain. */
export const INVOICE_COLUMNS = `id, company_id as "companyId", number, job_id as "jobId", version,
  currency, total_cents as "totalCents", paid_cents as "paidCents", created_at as "createdAt",
  updated_at as "updatedAt", paid_at as "paidAt"`;
