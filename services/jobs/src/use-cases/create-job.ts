import { throwIfInvalid, type Caller } from '@svc/contracts';
import { createJobDraft, findScheduleProblems, type JobDraft, type NewJob } from '../domain/job';
import { selectLinkable, findReferenceProblems } from '../domain/references';
import type { Job, JobDetails } from '../records/job';
import type { Dependencies } from './dependencies';

export const createJob = (dependencies: Dependencies) => {
  const draft = draftJob(dependencies);
  return async (caller: Caller, details: JobDetails): Promise<Job> => {
    const drafted = await draft(caller, details);
    return dependencies.externalIds.rejectDuplicates(() => dependencies.addJob(caller, drafted));
  };
};

export const draftJob =
  ({ findReferences, now }: Pick<Dependencies, 'findReferences' | 'now'>) =>
  async (caller: Caller, details: Omit<NewJob, 'companyId'>): Promise<JobDraft> => {
    const found = await findReferences(details, caller);
    throwIfInvalid([...findReferenceProblems(details, found), ...findScheduleProblems(details)]);
    const { companyId } = caller;
    return createJobDraft(
      { ...details, companyId, assetIds: selectLinkable(details, found) },
      now(),
    );
  };
