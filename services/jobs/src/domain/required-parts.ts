import { DomainError } from '@svc/contracts';
import type { Job, RequiredPart } from '../records/job';
import { MAX_REQUIREMENTS } from './job';
import { OPEN_STATUSES } from './job-status';

const isSamePart =
  ({ itemId, locationId }: RequiredPart) =>
  (part: RequiredPart): boolean =>
    part.itemId === itemId && part.locationId === locationId;

export const isNewPart = ({ requiredParts }: Job, part: RequiredPart): boolean =>
  !requiredParts.some(isSamePart(part));

/**
 * A quantity of 0 removes the part. @throws conflict when the job has ended or would require too
 * much
 */
export function setPart(job: Job, part: RequiredPart): readonly RequiredPart[] {
  const { jobStatus, version, requiredParts } = job;
  const createConflict = (problem: string): DomainError =>
    new DomainError('conflict', problem, { current_version: version });
  if (!OPEN_STATUSES.includes(jobStatus)) {
    throw createConflict(`The job is ${jobStatus}; its required parts cannot change.`);
  }
  const others = requiredParts.filter((each) => !isSamePart(part)(each));
  if (part.quantity === 0) return others;
  const index = requiredParts.findIndex(isSamePart(part));
  if (index >= 0) return others.toSpliced(index, 0, part);
  if (others.length >= MAX_REQUIREMENTS) {
    throw createConflict(`A job requires at most ${MAX_REQUIREMENTS} parts; remove one first.`);
  }
  return [...others, part];
}
