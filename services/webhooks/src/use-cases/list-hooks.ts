import type { Caller } from '@svc/contracts';
import { offsetOf, type Page } from '@svc/kernel';
import type { Endpoint } from '../domain/endpoint';
import type { Dependencies } from './dependencies';
import { keyIdOf } from './subscribe-hook';

/** The key's own subscriptions, newest first. */
export const listHooks =
  ({ endpoints }: Pick<Dependencies, 'endpoints'>) =>
  (caller: Caller, page: Page): Promise<{ rows: Endpoint[]; total: number }> =>
    endpoints.subscriptions(caller.companyId, keyIdOf(caller), {
      skip: offsetOf(page),
      take: page.perPage,
    });
