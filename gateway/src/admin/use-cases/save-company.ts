import type { ApplyOutcome } from '@svc/contracts';
import {
  changeCompany,
  companyChanged,
  newCompany,
  type CompanyDetails,
  type CompanyRecord,
} from '../domain/company';
import { announcedBy, companyActivity } from '../domain/operator-activity';
import type { Dependencies } from './dependencies';

export interface SavedCompany {
  readonly company: CompanyRecord;
  readonly outcome: ApplyOutcome;
}

/** Creates the company with this slug, or changes the fields that are given. */
export const saveCompany =
  ({ transact, author, now }: Dependencies) =>
  (details: CompanyDetails): Promise<SavedCompany> =>
    transact(async ({ companies, outbox }) => {
      const announce = (before: CompanyRecord | null, after: CompanyRecord): Promise<void> =>
        outbox.append(announcedBy(author, companyChanged(after), companyActivity(before, after)));
      // Two manifests at once would both find no company to update.
      await companies.lockSlug(details.slug);
      const before = await companies.find(details.slug);
      if (!before) {
        const company = await companies.add(newCompany(details, now()));
        await announce(before, company);
        return { company, outcome: 'created' };
      }
      const company = changeCompany(before, details, now());
      if (company === before) return { company, outcome: 'unchanged' };
      await companies.update(company);
      await announce(before, company);
      return { company, outcome: 'changed' };
    });
