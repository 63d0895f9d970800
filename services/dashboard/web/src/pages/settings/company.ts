import { queryOptions } from '@tanstack/react-query';
import type { CompanyResponse, TimezonesResponse } from '../../../../contract/responses';
import { request } from '../../server/request';

/** Only owners may read it. */
export const companyQuery = queryOptions({
  queryKey: ['company'],
  queryFn: async () => (await request<CompanyResponse>('GET', 'company')).data,
});

export const timezonesQuery = queryOptions({
  queryKey: ['timezones'],
  staleTime: Infinity,
  queryFn: async () => (await request<TimezonesResponse>('GET', 'timezones')).data.timezones,
});
