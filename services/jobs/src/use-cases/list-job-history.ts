import { historyOfExisting } from '@svc/outbox';
import type { JobHistory } from '../persistence/job-history';
import type { Dependencies } from './dependencies';

/** The changes of a job. */
export const listJobHistory = ({ jobs, history }: Dependencies): JobHistory =>
  historyOfExisting(history, jobs.find);

/** The same, even when the job is deleted. */
export const historyEvenOfDeleted = ({ jobs, history }: Dependencies): JobHistory =>
  historyOfExisting(history, jobs.findForAdmin);
