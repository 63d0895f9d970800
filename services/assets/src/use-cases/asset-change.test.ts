import type { Caller } from '@svc/contracts';
import { toNextVersion } from '@svc/kernel';
import { applyChanges, completeDetails } from '@svc/records';
import { moveAsset, newAsset } from '../domain/asset';
import { asset as assetRecord } from '../records/asset';
import { announceChange } from './update-asset';

const CREATED = new Date('2026-03-02T14:15:00Z');
const LATER = new Date('2026-03-03T14:15:00Z');
const author = { actor: 'api_key:1', zone: 'America/New_York' } as Caller;

const asset = newAsset(
  {
    companyId: 1,
    id: 5,
    assetTag: 'AST-000005',
    details: completeDetails(assetRecord, {
      assetName: 'Pump',
      assetTypeId: 2,
      purchaseCost: 10,
    }),
  },
  CREATED,
);

it('changes what is given, clears by null, keeps what is absent', () => {
  expect(
    applyChanges(assetRecord, asset, { assetName: 'Pump 2', purchaseCost: null }, LATER),
  ).toEqual({
    ...asset,
    assetName: 'Pump 2',
    purchaseCost: null,
    version: 2,
    updatedAt: LATER,
  });
});

it('leaves the very same asset when nothing differs', () => {
  const changes = { assetName: 'Pump', purchaseCost: 10, model: null };

  expect(applyChanges(assetRecord, asset, changes, LATER)).toBe(asset);
});

it('announces a transfer with the former location, by its name in the API', () => {
  const after = toNextVersion({ ...asset, locationId: 9 }, LATER);
  const expected = {
    version: 2,
    occurredAt: LATER,
    data: { card: { asset_id: 5, version: 2 }, previous: { location_id: null } },
  };

  expect(announceChange(asset, 'asset.updated', 'asset.transferred')(after, author)).toMatchObject([
    { type: 'asset.updated', ...expected },
    { type: 'asset.transferred', ...expected },
  ]);
});

it('announces a move with the former status', () => {
  const after = moveAsset(asset, 'Idle', LATER);

  expect(announceChange(asset, 'asset.status_changed')(after, author)).toMatchObject([
    {
      type: 'asset.status_changed',
      data: { card: { asset_status: 'Idle', version: 2 }, previous: { status: 'Active' } },
    },
  ]);
});

it('announces a deletion as such', () => {
  const after = { ...asset, version: 2, deletedAt: LATER };

  expect(announceChange(asset, 'asset.updated')(after, author)).toMatchObject([
    { data: { card: { deleted: true }, previous: { deleted: false } } },
  ]);
});
