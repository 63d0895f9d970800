import { countRecords, type Owner, type Requester } from '../owners/owners';
import type { Dependencies } from './dependencies';

/** A company with as many jobs is no longer new. */
const MIN_JOBS_OF_ESTABLISHED_COMPANY = 10;

const STEPS = [
  ['technician', 'technicians', '/technicians'],
  ['customer', 'customers', '/customers'],
  ['job', 'jobs', '/jobs'],
  ['api_key', 'gateway', '/keys'],
  ['endpoint', 'webhooks', '/endpoints'],
] as const satisfies readonly (readonly [string, Owner, string])[];

export const FIRST_STEPS = STEPS.map(([name]) => name);

export interface FirstStep {
  readonly name: (typeof FIRST_STEPS)[number];
  readonly isDone: boolean;
}

/** Lists what a new company has set up; empty for others. */
export const listFirstSteps =
  ({ owners }: Pick<Dependencies, 'owners'>) =>
  async (requester: Requester): Promise<readonly FirstStep[]> => {
    const count = (owner: Owner, path: string): Promise<number> =>
      countRecords(owners, requester, owner, path);
    const jobs = await count('jobs', '/jobs');
    if (jobs >= MIN_JOBS_OF_ESTABLISHED_COMPANY) return [];
    const steps = await Promise.all(
      STEPS.map(async ([name, owner, path]): Promise<FirstStep> => ({
        name,
        isDone: (name === 'job' ? jobs : await count(owner, path)) > 0,
      })),
    );
    return steps.every(({ isDone }) => isDone) ? [] : steps;
  };
