import type { Caller, DeliveryStatus } from '@svc/contracts';
import type { ListPage } from '@svc/database';
import type { Page } from '@svc/kernel';
import type { ListedDelivery } from '../domain/delivery';
import type { Dependencies } from './dependencies';
import { getOwnHook } from './own-hook';

export const listHookDeliveries =
  (dependencies: Dependencies) =>
  async (
    caller: Caller,
    { id, status }: { readonly id: number; readonly status: DeliveryStatus | undefined },
    page: Page,
  ): Promise<ListPage<ListedDelivery>> => {
    await getOwnHook(dependencies, caller, id);
    const filter = { endpointId: id, ...(status && { status }) };
    return dependencies.deliveries.page(caller.companyId, filter, page);
  };
