import type { Caller, TechnicianSummary } from '@svc/contracts';
import { batchQueries, MAX_CONCURRENT_READS, reorderToMatchInput, type Run } from '@svc/database';
import { createFetchMissing, type Missing } from './fetch-missing';
import type { Projection } from './projection';

export interface ReferenceQueries<Wanted, Known> {
  /** By position of the query. */
  read(queries: readonly (Wanted & { companyId: number })[]): Promise<(Known & Position)[]>;
  findMissing(wanted: Wanted, known: Known): Missing<string>;
}

interface Position {
  readonly position: number;
}

/** The columns of `joinReferences`, null where there is no copy. */
export interface KnownReferences {
  readonly customerId: number | null;
  readonly customerIsDeleted: boolean | null;
  readonly technicianStatus: TechnicianSummary['status'] | null;
}

export const KNOWN_REFERENCES = `location.customer_id as "customerId",
     customer.deleted as "customerIsDeleted", technician.status as "technicianStatus"` as const;

export const findMissingNames = (
  wanted: {
    readonly locationId?: number | null | undefined;
    readonly technicianId?: number | null | undefined;
  },
  { customerId, customerIsDeleted, technicianStatus }: KnownReferences,
): Missing<'locations' | 'customers' | 'technicians'> => ({
  locations:
    typeof wanted.locationId === 'number' && customerId === null ? [wanted.locationId] : [],
  customers: customerId !== null && customerIsDeleted === null ? [customerId] : [],
  technicians:
    typeof wanted.technicianId === 'number' && technicianStatus === null
      ? [wanted.technicianId]
      : [],
});

/** @param row alias of rows with company_id, location_id and technician_id */
export const joinReferences = <Row extends string>(row: Row) =>
  `
   left join location_names location
     on location.company_id = ${row}.company_id and location.location_id = ${row}.location_id
   left join customer_names customer
     on customer.company_id = ${row}.company_id and customer.customer_id = location.customer_id
   left join technician_names technician
     on technician.company_id = ${row}.company_id
       and technician.technician_id = ${row}.technician_id` as const;

export const toCustomerCondition = (row: string): string => `${row}.location_id in (
    select location_id from location_names of_customer
    where of_customer.company_id = ${row}.company_id and of_customer.customer_id = ?)`;

/**
 * Copies missing records from their owner once. Fails if the owner does not respond: references are never
 * guessed.
 */
export function createFindReferences<Wanted, Known>(
  run: Run,
  projections: Readonly<Record<string, Projection>>,
  { read, findMissing }: ReferenceQueries<Wanted, Known>,
): (wanted: Wanted, caller: Caller) => Promise<Known> {
  const fetchMissing = createFetchMissing(run, projections);
  const lookUpBatched = batchQueries(
    async (queries: readonly (Wanted & { companyId: number })[]) =>
      reorderToMatchInput<Known & Position>(await read(queries)),
    { maxConcurrent: MAX_CONCURRENT_READS },
  );

  async function lookUp(wanted: Wanted, { companyId }: Caller): Promise<Known> {
    const known = await lookUpBatched({ ...wanted, companyId });
    if (!known) throw new Error('Looking up references returned no row.');
    return known;
  }

  return async (wanted, caller) => {
    let known = await lookUp(wanted, caller);
    const missing = findMissing(wanted, known);
    if (Object.values(missing).every((ids = []) => ids.length === 0)) return known;
    if (!(await fetchMissing(missing, caller))) return known;
    known = await lookUp(wanted, caller);
    // Only the location tells its customer.
    const { customers = [] }: Missing<'customers'> = findMissing(wanted, known);
    if (customers.length === 0) return known;
    return (await fetchMissing({ customers }, caller)) ? lookUp(wanted, caller) : known;
  };
}
