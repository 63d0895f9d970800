import { toRecordId, textKey } from '@svc/contracts';
import { matchTerms, toSearchTerms, type SqlCondition } from '@svc/database';

const matchText = (term: string): SqlCondition => matchTerms('job.search_text', [textKey(term)]);

const JOB_NUMBER = /^#?(\d+)$/;
const NO_JOB = 0;

/**
 * Matches the number, title and description of a job, and name, address and phone of its customer and location.
 *
 * The company is an integer, as in `readSearchPage`.
 */
function matchJob(companyId: number, term: string): SqlCondition {
  const [jobText, ...jobValues] = matchText(term);
  const terms = toSearchTerms(term);
  const [locationText, ...locationValues] = matchTerms('location.search_text', terms);
  const [customerText, ...customerValues] = matchTerms('customer.search_text', terms);
  const number = toRecordId(JOB_NUMBER.exec(term)?.[1] ?? '') ?? NO_JOB;
  const text = `(${jobText} or job.id = ? or job.location_id = any(array(
      select location_id from location_names location
      where location.company_id = ?::integer and ${locationText}
      union all
      select location_id from customer_names customer
      join location_names using (company_id, customer_id)
      where customer.company_id = ?::integer and ${customerText})))`;
  return [
    text,
    ...jobValues,
    number,
    ...[companyId, ...locationValues],
    ...[companyId, ...customerValues],
  ];
}

interface Searches {
  readonly search: string | undefined;
  readonly peopleSearch: string | undefined;
}

export function toSearchCondition(
  companyId: number,
  { search, peopleSearch }: Searches,
): SqlCondition | undefined {
  if (peopleSearch !== undefined) return matchJob(companyId, peopleSearch);
  return search === undefined ? undefined : matchText(search);
}
