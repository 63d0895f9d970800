import { DomainError } from '@svc/contracts';
import { completeDetails } from '@svc/records';
import { asset as assetRecord, type Asset } from '../records/asset';
import { moveAsset, newAsset, repetitionProblems } from './asset';

const CREATED = new Date('2026-03-02T14:15:00Z');
const LATER = new Date('2026-03-03T14:15:00Z');

const asset: Asset = newAsset(
  {
    companyId: 1,
    id: 5,
    assetTag: 'AST-000005',
    details: completeDetails(assetRecord, {
      assetName: 'Pump',
      assetTypeId: 2,
      locationId: 3,
      purchaseCost: 10,
    }),
  },
  CREATED,
);

const refusal = (act: () => unknown): DomainError => {
  try {
    act();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('Nothing was refused.');
};

describe('newAsset', () => {
  it('begins at version 1 with nothing but what is given', () => {
    expect(asset).toEqual({
      companyId: 1,
      id: 5,
      version: 1,
      assetTag: 'AST-000005',
      assetName: 'Pump',
      assetTypeId: 2,
      status: 'Active',
      locationId: 3,
      assignedTo: null,
      serialNumber: null,
      model: null,
      manufacturer: null,
      purchaseDate: null,
      purchaseCost: 10,
      warrantyExpiry: null,
      notes: null,
      condition: null,
      ownershipType: null,
      externalId: null,
      createdAt: CREATED,
      updatedAt: CREATED,
      deletedAt: null,
    });
  });
});

describe('repetitionProblems', () => {
  it('accepts what the asset is, and what is not said', () => {
    const repeated = { assetTag: 'AST-000005', status: 'Active', locationId: 3 };

    expect(repetitionProblems(asset, repeated)).toEqual([]);
    expect(repetitionProblems(asset, {})).toEqual([]);
    expect(repetitionProblems({ ...asset, locationId: null }, { locationId: null })).toEqual([]);
  });

  it('names all that differs', () => {
    const repeated = { assetTag: 'AST-000006', status: 'Idle', locationId: null };

    expect(repetitionProblems(asset, repeated)).toEqual([
      { field: 'asset_tag', message: expect.stringContaining('cannot be changed') },
      { field: 'status', message: expect.stringContaining('PATCH') },
      { field: 'location_id', message: expect.stringContaining('transfer') },
    ]);
  });
});

describe('moveAsset', () => {
  it('moves to an allowed status', () => {
    expect(moveAsset(asset, 'Lost', LATER)).toEqual({
      ...asset,
      status: 'Lost',
      version: 2,
      updatedAt: LATER,
    });
  });

  it('names both statuses and the allowed moves when it refuses', () => {
    expect(
      refusal(() => moveAsset({ ...asset, status: 'Lost' }, 'In Transit', LATER)),
    ).toMatchObject({
      code: 'invalid_status_transition',
      message:
        'An asset cannot move from Lost to In Transit; allowed moves are: Active, Retired, Decommissioned.',
    });
  });
});
