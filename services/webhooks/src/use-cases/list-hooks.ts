import type { Caller } from '@svc/contracts';
import type { Page } from '@svc/kernel';
import { withPauses, type EndpointWithPause } from './pauses';
import type { Dependencies } from './dependencies';
import { keyIdOf } from './subscribe-hook';

/** The key's own subscriptions, newest first. */
export const listHooks =
  ({ endpoints }: Dependencies) =>
  async (caller: Caller, page: Page): Promise<{ rows: EndpointWithPause[]; total: number }> => {
    const { companyId } = caller;
    const own = { companyId, keyId: keyIdOf(caller), managedBy: 'api' } as const;
    const { rows, total } = await endpoints.page(own, page);
    return { rows: await withPauses(endpoints, companyId, rows), total };
  };
