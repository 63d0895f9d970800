import {
  getConsumer,
  type AssetSummary,
  type Caller,
  type DomainEvent,
  type ReachedReading,
} from '@svc/contracts';
import { createRun } from '@svc/database';
import type { ReceivedEvent } from '@svc/messaging';
import { startConsumer, type ConsumerParts } from '@svc/outbox';
import type { Projection } from '@svc/projections';
import { recordId } from '@svc/schemas';
import Joi from 'joi';
import type { ThresholdReached } from '../domain/meter-job';
import { createUnitOfWork } from '../persistence/transaction';
import type { JobsUseCases } from '../use-cases';

interface ConsumerDependencies extends ConsumerParts {
  readonly assets: Projection;
  readonly jobs: Pick<JobsUseCases, 'findReferences' | 'openMeterJob'>;
  readonly onCommitted: () => void;
}

export const followMeterThresholds = ({
  assets,
  jobs,
  log,
  ...consuming
}: ConsumerDependencies): { stop(): Promise<void> } => {
  const withLiveLocation = new WeakSet<ReceivedEvent>();
  return startConsumer({
    ...consuming,
    log,
    ...getConsumer('jobs', 'meter-thresholds'),
    // Outside the transaction, because customers may have to be called for the location.
    async selectRelevant(events) {
      for (const event of events) {
        const { location_id: customerLocationId } = event.data;
        if (typeof customerLocationId !== 'number') continue;
        const found = await jobs.findReferences({ customerLocationId }, createCaller(event));
        if (found.locationIsLive) withLiveLocation.add(event);
      }
      return events;
    },
    // Within its transaction the meter is locked, so events must not share one.
    isOneByOne: true,
    async handle(tx, events) {
      await assets.apply(createRun(tx), events);
      for (const event of events) {
        const reached = parseThreshold(event);
        const outcome = await jobs.openMeterJob(createUnitOfWork(tx), reached, {
          caller: createCaller(event),
          locationIsLive: withLiveLocation.has(event),
        });
        log.info(
          {
            event_id: event.id,
            company_id: event.companyId,
            asset_id: reached.assetId,
            meter_id: reached.meterId,
            outcome,
          },
          'meter threshold reached',
        );
      }
    },
  });
};

/** The system acts for the company; no time is formatted for it. */
const createCaller = ({ companyId, id }: ReceivedEvent): Caller => ({
  reach: 'internal',
  companyId,
  zone: 'UTC',
  country: 'US',
  actor: 'scheduled',
  scopes: [],
  requestId: id,
});

interface ThresholdData extends Omit<ReachedReading, 'reading_id'> {
  readonly card: Pick<AssetSummary, 'asset_id' | 'asset_tag' | 'asset_name'>;
  readonly location_id: number | null;
}

const thresholdData = Joi.object<ThresholdData, true>({
  card: Joi.object<ThresholdData['card'], true>({
    asset_id: recordId(),
    asset_tag: Joi.string(),
    asset_name: Joi.string(),
  }),
  location_id: recordId().allow(null),
  meter_id: recordId(),
  meter_name: Joi.string(),
  unit: Joi.string().allow('', null),
  threshold: Joi.number(),
  reading_value: Joi.number(),
  reading_date: Joi.string(),
}).prefs({ presence: 'required', stripUnknown: true, convert: false });

function parseThreshold({ companyId, data }: DomainEvent): ThresholdReached {
  const reached: ThresholdData = Joi.attempt(data, thresholdData);
  return {
    companyId,
    assetId: reached.card.asset_id,
    assetTag: reached.card.asset_tag,
    assetName: reached.card.asset_name,
    locationId: reached.location_id,
    meterId: reached.meter_id,
    meterName: reached.meter_name,
    unit: reached.unit,
    threshold: reached.threshold,
    value: reached.reading_value,
    readingDate: reached.reading_date,
  };
}
