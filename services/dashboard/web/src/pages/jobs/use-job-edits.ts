import { useRef } from 'react';
import type { JobAnswer } from '../../../../contract/jobs';
import { ask } from '../../server/ask';
import { Refusal } from '../../server/refusal';
import { bodyOf, type JobValues } from './job-fields';
import { jobsChanged } from './jobs-changed';

/** Fields of a job that one form holds. */
type Values = Partial<JobValues>;

interface JobEdits<Given, Shown> {
  readonly job: Given;
  readonly valuesOf: (job: Given) => Shown;
  /** The job was read again: what the fields hold from now on. */
  readonly onFresh: (values: Shown) => void;
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * Saves what was edited of a job that nobody else has changed meanwhile. Otherwise it is read again:
 * fields that were not edited here show what they are now, and saving once more keeps what was.
 */
export function useJobEdits<
  Given extends Pick<JobAnswer, 'job_id' | 'version'>,
  Shown extends Values,
>({ job, valuesOf, onFresh }: JobEdits<Given, Shown>): (values: Shown) => Promise<void> {
  const known = useRef(job);
  const { job_id: id } = job;

  return async (values) => {
    const before = new Map(Object.entries(valuesOf(known.current)));
    const edits: Values = Object.fromEntries(
      Object.entries(values).filter(([name, value]) => !isSame(value, before.get(name))),
    );
    if (Object.keys(edits).length === 0) return;
    const body = { ...bodyOf(edits), expected_version: known.current.version };
    try {
      await ask('PUT', 'v1/jobs', { query: { id }, body });
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'conflict') throw error;
      const { data: fresh } = await ask<Given>('GET', `jobs/${id}`);
      onFresh({ ...valuesOf(fresh), ...edits });
      known.current = fresh;
      void jobsChanged();
      throw new Refusal(error.status, error.code, 'This job has changed.');
    }
  };
}
