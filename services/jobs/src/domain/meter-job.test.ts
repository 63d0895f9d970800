import { meterJob, type ThresholdReached } from './meter-job';

const reached: ThresholdReached = {
  companyId: 1,
  assetId: 88,
  assetTag: 'AST-000088',
  assetName: 'Chiller',
  locationId: 31,
  meterId: 4,
  meterName: 'Cycles',
  unit: null,
  threshold: 1_000,
  value: 1_000,
  readingDate: '2026-03-02',
};

describe('meterJob', () => {
  it('serves the asset at its location', () => {
    expect(meterJob(reached, 31, 5)).toMatchObject({
      companyId: 1,
      id: 5,
      title: 'Chiller: Cycles reached 1000',
      description:
        'Cycles of AST-000088 (Chiller) stood at 1000 on 2026-03-02 and has reached its threshold of 1000.',
      locationId: 31,
      meterId: 4,
      assets: { assetIds: [88], relationshipType: 'meter_threshold' },
    });
  });

  it('keeps the title within 255 characters, whole ones', () => {
    const { title } = meterJob({ ...reached, assetName: '🔧'.repeat(300) }, 31, 5);

    expect(title).toBe('🔧'.repeat(255));
  });
});
