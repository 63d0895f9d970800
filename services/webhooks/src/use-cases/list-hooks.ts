import type { Caller } from '@svc/contracts';
import type { RowChanges, ChangesQuery, Page } from '@svc/kernel';
import { addPauses, type EndpointWithPause } from './pauses';
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
    const keyId = requireKeyId(caller);
    const filter = { companyId, keyId, managedBy: 'api', updatedFrom } as const;
    const { rows, total } = await endpoints.page(filter, page);
    return { rows: await addPauses(endpoints, companyId, rows), total };
  };

/** A pause is no change: it comes and goes with rights. */
export const listHookChanges =
  ({ endpoints }: Dependencies) =>
  async (
    caller: Caller,
    updatedFrom: Date | undefined,
    part: ChangesQuery,
  ): Promise<RowChanges<EndpointWithPause>> => {
    const { companyId } = caller;
    const filter = { companyId, keyId: requireKeyId(caller), updatedFrom };
    const { changes, ...end } = await endpoints.changes(filter, part);
    const rows = changes.flatMap((change) => ('row' in change ? [change.row] : []));
    const shown = await addPauses(endpoints, companyId, rows);
    return { ...end, changes: shown.map((row) => ({ row })) };
  };
