import { DEFAULT_PRIORITY, type NewJob } from './job';

/** A reading that reached its meter's threshold, as the owner of assets announces it. */
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

/** The job that serves an asset whose meter has reached its threshold. */
export function meterJob(reached: ThresholdReached, locationId: number, id: number): NewJob {
  const { assetName, meterName } = reached;
  const unit = reached.unit ? ` ${reached.unit}` : '';
  return {
    companyId: reached.companyId,
    id,
    title: shortened(`${assetName}: ${meterName} reached ${reached.value}${unit}`),
    description:
      `${meterName} of ${reached.assetTag} (${assetName}) stood at ${reached.value}${unit} on ` +
      `${reached.readingDate} and has reached its threshold of ${reached.threshold}${unit}.`,
    priority: DEFAULT_PRIORITY,
    locationId,
    technicianId: null,
    scheduledStart: null,
    scheduledEnd: null,
    requiredSkills: [],
    requiredParts: [],
    meterId: reached.meterId,
    assets: { assetIds: [reached.assetId], relationshipType: 'meter_threshold' },
  };
}

const shortened = (title: string): string => [...title].slice(0, TITLE_CHARACTERS).join('');
