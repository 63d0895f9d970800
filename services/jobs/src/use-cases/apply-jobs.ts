import type { Caller } from '@svc/contracts';
import { inOrder } from '@svc/kernel';
import {
  applyJob,
  createdOf,
  moveToStatus,
  prepareJob,
  type AppliedJob,
  type ApplyJob,
} from './apply-job';
import type { Dependencies } from './dependencies';

/** Applies jobs of different titles; those that are all new are added together. */
export const applyJobs = (dependencies: Dependencies) => {
  const { transact, now } = dependencies;
  const apply = applyJob(dependencies);
  const prepare = prepareJob(dependencies);
  const moved = moveToStatus(dependencies);

  /** Adds jobs in one transaction, all or none; none where the company has one of them. */
  async function addAllIfNew(
    { companyId }: Caller,
    wanted: readonly ApplyJob[],
  ): Promise<AppliedJob[] | undefined> {
    const titles = wanted.map(({ changes }) => changes.title);
    if (!(await transact(({ jobs }) => jobs.areNew(companyId, titles)))) return undefined;
    const prepared = await Promise.all(wanted.map(prepare));
    const created = prepared.map((each) => createdOf(each, now()));
    return transact(async ({ jobs }) => {
      if (!(await jobs.areNew(companyId, titles))) return undefined;
      await jobs.addAll(created);
      return created.map(({ job }) => ({ job, outcome: 'created' }));
    });
  }

  return async (
    caller: Caller,
    given: readonly Omit<ApplyJob, 'caller'>[],
  ): Promise<AppliedJob[]> => {
    const wanted = given.map((each) => ({ ...each, caller }));
    const added = await addAllIfNew(caller, wanted);
    if (!added) return inOrder(wanted, apply);
    return inOrder(added, (each, at) => moved({ caller, status: wanted[at]?.status }, each));
  };
};
