import { queryOptions } from '@tanstack/react-query';
import type { CompanyAnswer, TimezonesAnswer } from '../../../../contract/answers';
import { ask } from '../../server/ask';

/** The person's company as its owners see it; nobody else may ask. */
export const companyQuery = queryOptions({
  queryKey: ['company'],
  queryFn: async () => (await ask<CompanyAnswer>('GET', 'company')).data,
});

/** The time zones that a company can choose. */
export const timezonesQuery = queryOptions({
  queryKey: ['timezones'],
  staleTime: Infinity,
  queryFn: async () => (await ask<TimezonesAnswer>('GET', 'timezones')).data.timezones,
});
