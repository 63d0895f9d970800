import type { ScheduledJobResponse } from '../../../../contract/responses';
import { toSpan, type Placement } from './placement';
import type { Span } from './scale';
import {
  formatBooking,
  isOutsideHours,
  listLackingSkills,
  listOverlaps,
  listWarnings,
  toBookings,
  type Booking,
  type ScheduleFormats,
  type BookableTechnician,
} from './working-hours';

export type FitJob = Pick<ScheduledJobResponse, 'job_id' | 'job_title' | 'required_skills'> &
  Pick<Placement, 'scheduled_start' | 'scheduled_end'>;

export interface TechnicianCandidate extends BookableTechnician {
  readonly id: number;
}

/** Best first. */
const RANKS = ['free', 'unavailable', 'unskilled'] as const;

export interface Fit {
  readonly id: number;
  readonly name: string;
  readonly rank: (typeof RANKS)[number];
  /** Such as `has Boilers, free 8:00 – 10:00 AM`; empty for a job without skills and times. */
  readonly note: string;
}

/**
 * Sorts technicians: those with all skills who are free during working hours, those who are not,
 * and those who lack a skill; within each, those with the fewest bookings first.
 */
export const sortByFit = (
  jobs: readonly FitJob[],
  candidates: readonly TechnicianCandidate[],
  formats: ScheduleFormats,
): readonly Fit[] =>
  candidates
    .map((candidate) => ({
      fit: rateFit(jobs, candidate, formats),
      booked: candidate.bookings.length,
    }))
    .sort(
      (one, other) =>
        RANKS.indexOf(one.fit.rank) - RANKS.indexOf(other.fit.rank) || one.booked - other.booked,
    )
    .map(({ fit }) => fit);

export function rateFit(
  jobs: readonly FitJob[],
  { id, name, skills, shifts, bookings }: TechnicianCandidate,
  formats: ScheduleFormats,
): Fit {
  const required = jobs.flatMap(({ required_skills: each }) => each);
  const lacking = listLackingSkills(required, skills);
  if (lacking.length > 0) {
    return { id, name, rank: 'unskilled', note: `doesn't have ${joinOnce(lacking)}` };
  }
  const has = joinOnce(required.map(({ skill_name: skill }) => skill));
  const skilled = has === '' ? [] : [`has ${has}`];
  const planned = toBookings(jobs);
  const allBookings = [...bookings, ...planned];
  const obstacle = planned.map(({ job, span }) => findObstacle(job.job_id, span)).find(Boolean);
  const when = obstacle ?? formatFreeTime(planned, formats);
  return {
    id,
    name,
    rank: obstacle === undefined ? 'free' : 'unavailable',
    note: [...skilled, ...when].join(', '),
  };

  function findObstacle(jobId: number, span: Span): readonly [string] | undefined {
    const [overlap] = listOverlaps(jobId, span, allBookings);
    if (overlap) return [`busy with ${formatBooking(overlap, span, formats)}`];
    return isOutsideHours(span, shifts, formats.clock) ? ['not working then'] : undefined;
  }
}

/**
 * Finds the best technician for each job; one may get several. Returns undefined if a job has none
 * who is free and skilled.
 */
export function findFitForEach(
  jobs: readonly FitJob[],
  candidates: readonly TechnicianCandidate[],
  formats: ScheduleFormats,
): ReadonlyMap<number, Fit> | undefined {
  const chosen = new Map<number, Fit>();
  let bookedCandidates = candidates;
  for (const job of [...jobs].sort((one, other) => startOf(one) - startOf(other))) {
    const [best] = sortByFit([job], bookedCandidates, formats);
    if (best?.rank !== 'free') return undefined;
    chosen.set(job.job_id, best);
    bookedCandidates = bookedCandidates.map((each) =>
      each.id === best.id ? { ...each, bookings: [...each.bookings, ...toBookings([job])] } : each,
    );
  }
  return chosen;
}

/** The jobs count as bookings of each other. */
export function listWarningsOfAll(
  jobs: readonly FitJob[],
  candidate: TechnicianCandidate,
  formats: ScheduleFormats,
): readonly string[] {
  const worker = { ...candidate, bookings: [...candidate.bookings, ...toBookings(jobs)] };
  return [...new Set(jobs.flatMap((job) => listWarnings(job, worker, toSpan(job), formats)))];
}

function formatFreeTime(
  planned: readonly Booking[],
  { times }: ScheduleFormats,
): readonly string[] {
  const [first] = planned;
  if (!first) return [];
  const { start, end } = first.span;
  return [planned.length === 1 ? `free ${times.timeRange(start, end)}` : 'free at these times'];
}

const startOf = (job: FitJob): number => toSpan(job)?.start ?? Number.MAX_SAFE_INTEGER;

const joinOnce = (names: readonly string[]): string => [...new Set(names)].join(', ');
