import { applyJob } from './apply-job';
import { applyJobs } from './apply-jobs';
import { changeJobStatus } from './change-job-status';
import { countJobsOfToday } from './count-jobs-of-today';
import { createInvoice } from './create-invoice';
import { createJob } from './create-job';
import { createRequestedJob } from './create-requested-job';
import { deleteJob } from './delete-job';
import type { Dependencies } from './dependencies';
import { findRequestedJob } from './find-requested-job';
import { getJob } from './get-job';
import { historyEvenOfDeleted, listJobHistory } from './list-job-history';
import { listJobInvoices } from './list-job-invoices';
import { listJobs } from './list-jobs';
import { openMeterJob } from './open-meter-job';
import { recordPayment } from './record-payment';
import { restoreJob } from './restore-job';
import { setRequiredPart } from './set-required-part';
import { showSchedule } from './show-schedule';
import { updateJob } from './update-job';

/** Everything that can be done with jobs and their invoices. */
export const jobsUseCases = (dependencies: Dependencies) => ({
  listJobs: listJobs(dependencies),
  listJobChanges: dependencies.jobs.listChanges,
  getJob: getJob(dependencies),
  getJobs: dependencies.jobs.findSome,
  findReferences: dependencies.findReferences,
  findByExternalId: dependencies.externalIds.find,
  createJob: createJob(dependencies),
  createRequestedJob: createRequestedJob(dependencies),
  findRequestedJob: findRequestedJob(dependencies),
  updateJob: updateJob(dependencies),
  changeJobStatus: changeJobStatus(dependencies),
  setRequiredPart: setRequiredPart(dependencies),
  applyJob: applyJob(dependencies),
  applyJobs: applyJobs(dependencies),
  openMeterJob: openMeterJob(dependencies),
  getAdminJob: dependencies.jobs.findForAdmin,
  deleteJob: deleteJob(dependencies),
  restoreJob: restoreJob(dependencies),
  listJobHistory: listJobHistory(dependencies),
  historyEvenOfDeleted: historyEvenOfDeleted(dependencies),
  showSchedule: showSchedule(dependencies),
  countJobsOfToday: countJobsOfToday(dependencies),
  createInvoice: createInvoice(dependencies),
  getInvoice: dependencies.invoices.find,
  getInvoices: dependencies.invoices.findSome,
  listJobInvoices: listJobInvoices(dependencies),
  recordPayment: recordPayment(dependencies),
  rebuildProjections: dependencies.rebuildProjections,
});

export type JobsUseCases = ReturnType<typeof jobsUseCases>;
