import type { Caller } from '@svc/contracts';
import { gather, inOrderOfQuestions, READS_UNDER_WAY, type Run } from '@svc/database';
import { fetchMissingOn, type Missing } from './fetch-missing';
import type { Projection } from './projection';

/** How one context looks its references up; each of its questions names a location at most. */
export interface ReferenceQuestions<Wanted, Known> {
  /** What the projections know of each question, by its position among them. */
  read(asked: readonly (Wanted & { companyId: number })[]): Promise<(Known & Position)[]>;
  /** What they do not know. */
  missingOf(wanted: Wanted, known: Known): Missing<string>;
}

interface Position {
  readonly position: number;
}

/**
 * Joins the copies of what each row refers to: its `location`, the `customer` of that, and its
 * `technician`, all null where there is no copy.
 *
 * @param row the alias of the rows, which have the columns company_id, location_id and technician_id
 */
export const joinReferences = <Row extends string>(row: Row) =>
  `
   left join location_names location
     on location.company_id = ${row}.company_id and location.location_id = ${row}.location_id
   left join customer_names customer
     on customer.company_id = ${row}.company_id and customer.customer_id = location.customer_id
   left join technician_names technician
     on technician.company_id = ${row}.company_id
       and technician.technician_id = ${row}.technician_id` as const;

/** A condition on such rows: that theirs is one of a customer's locations of which there are copies. */
export const isOfCustomer = (row: string): string => `${row}.location_id in (
    select location_id from location_names of_customer
    where of_customer.company_id = ${row}.company_id and of_customer.customer_id = ?)`;

/**
 * Looks references up in the projections and, where one is missing, asks its owner once and keeps
 * the answer. An owner that does not answer makes this fail: a reference is never guessed.
 */
export function findReferencesOn<Wanted, Known>(
  run: Run,
  projections: Readonly<Record<string, Projection>>,
  { read, missingOf }: ReferenceQuestions<Wanted, Known>,
): (wanted: Wanted, caller: Caller) => Promise<Known> {
  const fetchMissing = fetchMissingOn(run, projections);
  const lookUpGathered = gather(
    async (asked: readonly (Wanted & { companyId: number })[]) =>
      inOrderOfQuestions<Known & Position>(await read(asked)),
    { mostUnderWay: READS_UNDER_WAY },
  );

  async function lookUp(wanted: Wanted, { companyId }: Caller): Promise<Known> {
    const known = await lookUpGathered({ ...wanted, companyId });
    if (!known) throw new Error('The look-up of references answered no row.');
    return known;
  }

  return async (wanted, caller) => {
    let known = await lookUp(wanted, caller);
    const missing = missingOf(wanted, known);
    if (Object.values(missing).every((ids = []) => ids.length === 0)) return known;
    if (!(await fetchMissing(missing, caller))) return known;
    known = await lookUp(wanted, caller);
    // Only the location says which customer it belongs to. What else is missing still, its owner does not have.
    const { customers = [] }: Missing<'customers'> = missingOf(wanted, known);
    if (customers.length === 0) return known;
    return (await fetchMissing({ customers }, caller)) ? lookUp(wanted, caller) : known;
  };
}
