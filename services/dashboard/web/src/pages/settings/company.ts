import { queryOptions } from '@tanstack/react-query';
import type { CompanyResponse, TimezonesResponse } from '../../../../contract/responses';
import { ask } from '../../server/ask';

/** Only owners may read it. */
export const companyQuery = queryOptions({
  queryKey: ['company'],
  queryFn: async () => (await ask<CompanyResponse>('GET', 'company')).data,
});

export const timezonesQuery = queryOptions({
  queryKey: ['timezones'],
  staleTime: Infinity,
  queryFn: async () => (await ask<TimezonesResponse>('GET', 'timezones')).data.timezones,
});
