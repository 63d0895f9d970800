import type { Caller } from '@svc/contracts';
import type { DashboardMeter } from '../persistence/meters';
import type { MeterDetails } from '../records/meter';
import type { Dependencies } from './dependencies';

/** @throws conflict when the asset has a meter of this name */
export const addMeter =
  ({ transact, meters: reads }: Dependencies) =>
  async (caller: Caller, assetId: number, details: MeterDetails): Promise<DashboardMeter> => {
    const { companyId } = caller;
    const { id } = await transact(async ({ assets, meters }) =>
      meters.add(caller, await assets.find(companyId, assetId), details),
    );
    return reads.find(companyId, id);
  };

/**
 * A new threshold applies from the next reading on. @throws conflict when another meter of the
 * asset has this name
 */
export const editMeter =
  ({ transact, meters: reads }: Dependencies) =>
  async (
    { companyId }: Caller,
    meterId: number,
    details: MeterDetails,
  ): Promise<DashboardMeter> => {
    const { assetId } = await reads.find(companyId, meterId);
    await transact(async ({ assets, meters }) =>
      meters.change(await assets.find(companyId, assetId), meterId, details),
    );
    return reads.find(companyId, meterId);
  };
