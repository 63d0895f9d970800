import type { ApplyOutcome } from '@svc/contracts';
import {
  changeCompany,
  draftCompany,
  type CompanyDetails,
  type CompanyRecord,
} from '../domain/company';
import { createCompanyEvents } from '../domain/events';
import type { Dependencies } from './dependencies';

export interface SavedCompany {
  readonly company: CompanyRecord;
  readonly outcome: ApplyOutcome;
}

export const saveCompany =
  ({ transact, author, now }: Dependencies) =>
  (details: CompanyDetails): Promise<SavedCompany> =>
    transact(async ({ companies, outbox }) => {
      const announce = (before: CompanyRecord | null, after: CompanyRecord): Promise<void> =>
        outbox.append(createCompanyEvents(before, after, author));
      // Two manifests at once would both find no company to update.
      await companies.lockSlug(details.slug);
      const before = await companies.find(details.slug);
      if (!before) {
        const company = await companies.add(draftCompany(details, now()));
        await announce(before, company);
        return { company, outcome: 'created' };
      }
      const company = changeCompany(before, details, now());
      if (company === before) return { company, outcome: 'unchanged' };
      await companies.update(company);
      await announce(before, company);
      return { company, outcome: 'changed' };
    });
