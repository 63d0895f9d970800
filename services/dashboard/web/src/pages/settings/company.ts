import { queryOptions } from '@tanstack/react-query';
import type { CompanyAnswer, TimezonesAnswer } from '../../../../contract/answers';
import { ask } from '../../server/ask';

/** Only owners may read it. */
export const companyQuery = queryOptions({
  queryKey: ['company'],
  queryFn: async () => (await ask<CompanyAnswer>('GET', 'company')).data,
});

export const timezonesQuery = queryOptions({
  queryKey: ['timezones'],
  staleTime: Infinity,
  queryFn: async () => (await ask<TimezonesAnswer>('GET', 'timezones')).data.timezones,
});
