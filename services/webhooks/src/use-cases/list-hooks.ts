import type { Caller } from '@svc/contracts';
import type { RowChanges, ChangesQuery, Page } from '@svc/kernel';
import { markLackingRights, type EndpointWithRights } from './mark-lacking-rights';
import type { Dependencies } from './dependencies';
import { requireKeyId } from './subscribe-hook';

export const listHooks =
  ({ endpoints }: Dependencies) =>
  async (
    caller: Caller,
    updatedFrom: Date | undefined,
    page: Page,
  ): Promise<{ rows: EndpointWithRights[]; total: number }> => {
    const { companyId } = caller;
    const keyId = requireKeyId(caller);
    const filter = { companyId, keyId, managedBy: 'api', updatedFrom } as const;
    const { rows, total } = await endpoints.page(filter, page);
    return { rows: await markLackingRights(endpoints, companyId, rows), total };
  };

/** A status of `paused` is no change of the subscription: it follows from the rights of the key. */
export const listHookChanges =
  ({ endpoints }: Dependencies) =>
  async (
    caller: Caller,
    updatedFrom: Date | undefined,
    part: ChangesQuery,
  ): Promise<RowChanges<EndpointWithRights>> => {
    const { companyId } = caller;
    const filter = { companyId, keyId: requireKeyId(caller), updatedFrom };
    const { changes, ...end } = await endpoints.changes(filter, part);
    const rows = changes.flatMap((change) => ('row' in change ? [change.row] : []));
    const changed = await markLackingRights(endpoints, companyId, rows);
    return { ...end, changes: changed.map((row) => ({ row })) };
  };
