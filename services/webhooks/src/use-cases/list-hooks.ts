import type { Caller } from '@svc/contracts';
import type { RowChanges, ChangesQuery, Page } from '@svc/kernel';
import { withPauses, type EndpointWithPause } from './pauses';
import type { Dependencies } from './dependencies';
import { requireKeyId } from './subscribe-hook';

export const listHooks =
  ({ endpoints }: Dependencies) =>
  async (
    caller: Caller,
    updatedFrom: Date | undefined,
    page: Page,
  ): Promise<{ rows: EndpointWithPause[]; total: number }> => {
    const { companyId } = caller;
    const own = { companyId, keyId: requireKeyId(caller), managedBy: 'api', updatedFrom } as const;
    const { rows, total } = await endpoints.page(own, page);
    return { rows: await withPauses(endpoints, companyId, rows), total };
  };

/** A pause is no change of the subscription: it comes and goes with rights. */
export const listHookChanges =
  ({ endpoints }: Dependencies) =>
  async (
    caller: Caller,
    updatedFrom: Date | undefined,
    part: ChangesQuery,
  ): Promise<RowChanges<EndpointWithPause>> => {
    const { companyId } = caller;
    const own = { companyId, keyId: requireKeyId(caller), updatedFrom };
    const { changes, ...end } = await endpoints.changes(own, part);
    const rows = changes.flatMap((change) => ('row' in change ? [change.row] : []));
    const shown = await withPauses(endpoints, companyId, rows);
    return { ...end, changes: shown.map((row) => ({ row })) };
  };
