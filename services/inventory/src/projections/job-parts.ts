import { consumerOf, type JobCard } from '@svc/contracts';
import type { Logger } from '@svc/logging';
import type { ReceivedEvent, Stream } from '@svc/messaging';
import { startConsumer } from '@svc/outbox';
import Joi from 'joi';
import type { Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import { joinParts } from '../domain/reservation';
import { unitOf } from '../persistence/transaction';
import type { InventoryUseCases } from '../use-cases';
import { concernsParts, type FollowJob } from '../use-cases/follow-job';

interface Following {
  readonly db: DataSource;
  readonly stream: Stream;
  readonly log: Logger;
  readonly metrics: Registry;
  readonly followJob: InventoryUseCases['followJob'];
  /** Called after each change of what is held, among others. */
  readonly committed: () => void;
}

/** Holds, releases and uses the parts of jobs as jobs change, until stopped. */
export const followJobParts = ({ followJob, ...following }: Following): { stop(): Promise<void> } =>
  startConsumer({
    ...following,
    ...consumerOf('inventory', 'job-parts'),
    standsAlone: (event) => concernsParts(changeOf(event)),
    handle: (tx, event) => followJob(unitOf(tx), changeOf(event)),
  });

interface JobData {
  readonly card: JobCard;
  readonly previous: { readonly required_parts?: readonly unknown[] };
}

const id = (): Joi.NumberSchema => Joi.number().integer().min(1).required();

/** What inventory takes from the data of a job's event. */
const jobData = Joi.object<JobData>({
  card: Joi.object<JobCard>({
    job_id: id(),
    job_status: Joi.string().required(),
    deleted: Joi.boolean().required(),
    required_parts: Joi.array()
      .items(Joi.object({ item_id: id(), location_id: id(), quantity: id() }))
      .required(),
    version: id(),
  }).required(),
  previous: Joi.object<JobData['previous']>({ required_parts: Joi.array() }).default({}),
}).prefs({ stripUnknown: { objects: true }, convert: false });

function changeOf({ companyId, actor, data }: ReceivedEvent): FollowJob {
  const { card, previous }: JobData = Joi.attempt(data, jobData);
  const parts = card.required_parts.map(({ item_id, location_id, quantity }) => ({
    itemId: item_id,
    locationId: location_id,
    quantity,
  }));
  return {
    needs: {
      companyId,
      jobId: card.job_id,
      version: card.version,
      jobStatus: card.job_status,
      deleted: card.deleted,
      parts: joinParts(parts),
    },
    neededParts: (previous.required_parts ?? []).length > 0,
    author: { actor },
  };
}
