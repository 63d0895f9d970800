import { toMeterJob, type ThresholdReached } from './meter-job';

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

describe('toMeterJob', () => {
  it('serves the asset at its location', () => {
    expect(toMeterJob(reached, 31)).toMatchObject({
      companyId: 1,
      jobTitle: 'Chiller: Cycles reached 1000',
      jobDescription:
        'Cycles of AST-000088 (Chiller) stood at 1000 on 2026-03-02 and has reached its threshold of 1000.',
      customerLocationId: 31,
      meterId: 4,
      assetIds: [88],
      assetRelationshipType: 'meter_threshold',
    });
  });

  it('keeps the title within 255 characters, whole ones', () => {
    const { jobTitle } = toMeterJob({ ...reached, assetName: '🔧'.repeat(300) }, 31);

    expect(jobTitle).toBe('🔧'.repeat(255));
  });
});
