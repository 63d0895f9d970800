import type { NewJob } from './job';

export interface ThresholdReached {
  readonly companyId: number;
  readonly assetId: number;
  readonly assetTag: string;
  readonly assetName: string;
  /** Null when the asset is installed nowhere. */
  readonly locationId: number | null;
  readonly meterId: number;
  readonly meterName: string;
  readonly unit: string | null;
  readonly threshold: number;
  readonly value: number;
  /** YYYY-MM-DD */
  readonly readingDate: string;
}

const TITLE_CHARACTERS = 255;

export function toMeterJob(reached: ThresholdReached, customerLocationId: number): NewJob {
  const { assetName, meterName } = reached;
  const unit = reached.unit ? ` ${reached.unit}` : '';
  return {
    companyId: reached.companyId,
    jobTitle: shortenTitle(`${assetName}: ${meterName} reached ${reached.value}${unit}`),
    jobDescription:
      `${meterName} of ${reached.assetTag} (${assetName}) stood at ${reached.value}${unit} on ` +
      `${reached.readingDate} and has reached its threshold of ${reached.threshold}${unit}.`,
    jobPriority: 'Medium',
    customerLocationId,
    assignedTechnicianId: null,
    scheduledStart: null,
    scheduledEnd: null,
    externalId: null,
    meterId: reached.meterId,
    assetIds: [reached.assetId],
    assetRelationshipType: 'meter_threshold',
  };
}

const shortenTitle = (title: string): string => [...title].slice(0, TITLE_CHARACTERS).join('');
