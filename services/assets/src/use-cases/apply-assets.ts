import type { Caller } from '@svc/contracts';
import { inOrder } from '@svc/kernel';
import {
  addAssets,
  applyAsset,
  prepareAsset,
  type AppliedAsset,
  type ApplyAsset,
} from './apply-asset';
import type { Dependencies } from './dependencies';

/** Applies assets of different serial numbers; those that are all new are added together. */
export const applyAssets = (dependencies: Dependencies) => {
  const { transact, now } = dependencies;
  const apply = applyAsset(dependencies);
  const prepare = prepareAsset(dependencies);

  /** Adds assets in one transaction, all or none; none where the company has one of them. */
  async function addAllIfNew(
    caller: Caller,
    wanted: readonly ApplyAsset[],
  ): Promise<AppliedAsset[] | undefined> {
    const { companyId } = caller;
    const serialNumbers = wanted.map(({ input }) => input.serialNumber);
    if (!(await transact(({ assets }) => assets.areNew(companyId, serialNumbers)))) {
      return undefined;
    }
    const prepared = await Promise.all(wanted.map(prepare));
    return transact(async (unit) =>
      (await unit.assets.areNew(companyId, serialNumbers))
        ? addAssets({ unit, caller, now }, prepared)
        : undefined,
    );
  }

  return async (
    caller: Caller,
    given: readonly Omit<ApplyAsset, 'caller'>[],
  ): Promise<AppliedAsset[]> => {
    const wanted = given.map((each) => ({ ...each, caller }));
    return (await addAllIfNew(caller, wanted)) ?? inOrder(wanted, apply);
  };
};
