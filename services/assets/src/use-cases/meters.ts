import type { Caller } from '@svc/contracts';
import type { MeterContent } from '../domain/meter';
import type { ShownMeter } from '../persistence/meter-reads';
import type { Dependencies } from './dependencies';

/** Adds a meter to an asset. @throws conflict where the asset has one of this name */
export const addMeter =
  ({ transact, meters: reads }: Dependencies) =>
  async ({ companyId }: Caller, assetId: number, content: MeterContent): Promise<ShownMeter> => {
    const id = await transact(async ({ assets, meters }) =>
      meters.add(await assets.lock(companyId, assetId), content),
    );
    return reads.find(companyId, id);
  };

/**
 * Changes a meter, whose readings stay; another threshold counts from the next reading on.
 *
 * @throws conflict where the asset has another one of this name
 */
export const editMeter =
  ({ transact, meters: reads }: Dependencies) =>
  async ({ companyId }: Caller, meterId: number, content: MeterContent): Promise<ShownMeter> => {
    const { assetId } = await reads.find(companyId, meterId);
    await transact(async ({ assets, meters }) =>
      meters.change(await assets.lock(companyId, assetId), meterId, content),
    );
    return reads.find(companyId, meterId);
  };
