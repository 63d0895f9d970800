import { getConsumer, isKnownEventType, type JobSummary } from '@svc/contracts';
import { createRun } from '@svc/database';
import type { ReceivedEvent } from '@svc/messaging';
import { startConsumer, type ConsumerParts } from '@svc/outbox';
import Joi from 'joi';
import { jobCard, toJobNeeds } from '../owners/jobs';
import {
  jobKeyText,
  createReservationReads,
  type JobKey,
  type ReservationReads,
} from '../persistence/reservation-reads';
import { createUnitOfWork } from '../persistence/transaction';
import type { InventoryUseCases } from '../use-cases';
import type { FollowJob } from '../use-cases/follow-job';

interface ConsumerDependencies extends ConsumerParts {
  readonly followJob: InventoryUseCases['followJob'];
  readonly onCommitted: () => void;
}

export const followJobParts = ({
  followJob,
  ...consuming
}: ConsumerDependencies): { stop(): Promise<void> } =>
  startConsumer({
    ...consuming,
    ...getConsumer('inventory', 'job-parts'),
    selectRelevant: concerningParts(createReservationReads(createRun(consuming.db)).known),
    // Each locks the job's reservation and then its items, as requests do.
    isOneByOne: true,
    async handle(tx, events) {
      for (const event of events) await followJob(createUnitOfWork(tx), changeOf(event));
    },
  });

/**
 * Drops events that change nothing. Types of a newer release may hold any data, and the next event
 * of a known type has the newest summary. Most jobs need no parts: an event that says so matters
 * only if an older version of its job is known or in the same batch. Redelivered, a dropped event
 * is older than what is known by then.
 */
const concerningParts =
  (knownAmong: ReservationReads['known']) =>
  async (all: readonly ReceivedEvent[]): Promise<readonly ReceivedEvent[]> => {
    const events = all.filter(({ type }) => isKnownEventType(type));
    const plain = new Set(events.filter(needsNoParts));
    const changes = [...plain].filter(({ version }) => version > 1);
    const known = await knownAmong(changes.map(jobOf));
    const others = events.filter((event) => !plain.has(event)).map(jobOf);
    const jobs = new Set([...known, ...others].map(jobKeyText));
    return events.filter((event) => jobs.has(jobKeyText(jobOf(event))));
  };

const jobOf = ({ companyId, recordId }: ReceivedEvent): JobKey => ({ companyId, jobId: recordId });

function needsNoParts({ data: { card, previous } }: ReceivedEvent): boolean {
  const former = partsIn(previous);
  return isEmptyList(partsIn(card)) && (former === undefined || isEmptyList(former));
}

const partsIn = (fields: unknown): unknown =>
  (fields as Readonly<Record<string, unknown>> | null | undefined)?.['required_parts'];

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

interface JobData {
  readonly card: JobSummary;
  readonly previous: { readonly required_parts?: readonly unknown[] };
}

const jobData = Joi.object<JobData>({
  card: jobCard.required(),
  previous: Joi.object<JobData['previous']>({ required_parts: Joi.array() }).default({}),
}).prefs({ stripUnknown: { objects: true }, convert: false });

function changeOf({ companyId, actor, data }: ReceivedEvent): FollowJob {
  const { card, previous }: JobData = Joi.attempt(data, jobData);
  return {
    needs: toJobNeeds(companyId, card),
    neededParts: (previous.required_parts ?? []).length > 0,
    author: { actor },
  };
}
