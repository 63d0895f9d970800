import { queryOptions } from '@tanstack/react-query';
import type { CompanyAnswer } from '../../../../contract/company';
import { ask } from '../../server/ask';

/** The person's company as its owners see it; nobody else may ask. */
export const companyQuery = queryOptions({
  queryKey: ['company'],
  queryFn: async () => (await ask<CompanyAnswer>('GET', 'company')).data,
});
