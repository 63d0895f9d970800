import { changeCompany as changed, companyChanged, type CompanyRecord } from '../domain/company';
import type { Dependencies } from './dependencies';

/** What a company's own people may change of it; what is left out stays. */
export type CompanyChanges = {
  readonly [Field in 'name' | 'timezone' | 'country']?: CompanyRecord[Field] | undefined;
};

/** Changes the company with this id for its people. @throws not_found */
export const changeCompany =
  ({ companies: reads, transact, now }: Dependencies) =>
  async (id: number, changes: CompanyChanges): Promise<void> => {
    const { slug } = await reads.getById(id);
    await transact(async ({ companies, outbox }) => {
      await companies.lockSlug(slug);
      const before = await companies.get(slug);
      const after = changed(before, { slug, ...changes }, now());
      if (after === before) return;
      await companies.update(after);
      await outbox.append([companyChanged(after)]);
    });
  };
