import type { Run } from '@svc/database';
import type { Projection } from '@svc/projections';
import { aCaller } from '@svc/testing';
import { referenceReads } from './reference-reads';

const none = {} as Projection;
const projections = { customers: none, locations: none, technicians: none, assets: none };

/** Knows every asset that is asked for. */
const run = (async (_, { assetIdLists }: { assetIdLists: readonly string[] }) =>
  assetIdLists.map((list, at) => ({
    position: at + 1,
    customerId: 1,
    customerIsDeleted: false,
    technicianStatus: null,
    assetIsDeleted: Object.fromEntries(list.split(/[{},]/).map((id) => [id, false])),
  }))) as Run;

it.each([
  [2, 1],
  [190, 3],
])('finds %d assets for each of three jobs, which go on in %d turns', async (assets, turns) => {
  const find = referenceReads(run, projections);
  const caller = aCaller();
  const assetIds = Array.from({ length: assets }, (_, at) => 1 + at);
  let turn = 0;
  let next: NodeJS.Immediate;
  const count = (): void => {
    turn += 1;
    next = setImmediate(count);
  };
  next = setImmediate(count);

  const answered = await Promise.all(
    [1, 2, 3].map(async (locationId) => {
      const { liveAssetIds } = await find({ locationId, assetIds }, caller);
      expect([...liveAssetIds].filter((id) => id > 0)).toEqual(assetIds);
      return turn;
    }),
  );
  clearImmediate(next);

  expect(new Set(answered).size).toBe(turns);
});
