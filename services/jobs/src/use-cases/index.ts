import { applyJobUseCases } from './apply-job';
import { changeJobStatus } from './change-job-status';
import { countJobsOfToday } from './count-jobs-of-today';
import { createInvoice } from './create-invoice';
import { createJob } from './create-job';
import { createRequestedJob, findRequestedJob } from './create-requested-job';
import { deleteJob } from './delete-job';
import type { Dependencies } from './dependencies';
import { getAdminJob } from './get-admin-job';
import { getInvoice, getInvoices } from './get-invoice';
import { getJob, getJobs } from './get-job';
import { historyEvenOfDeleted, listJobHistory } from './list-job-history';
import { listJobInvoices } from './list-job-invoices';
import { listJobChanges, listJobs } from './list-jobs';
import { openMeterJob } from './open-meter-job';
import { recordPayment } from './record-payment';
import { restoreJob } from './restore-job';
import { setRequiredPart } from './set-required-part';
import { showSchedule } from './show-schedule';
import { updateJob } from './update-job';

/** Everything that can be done with jobs and their invoices. */
export const jobsUseCases = (dependencies: Dependencies) => ({
  listJobs: listJobs(dependencies),
  listJobChanges: listJobChanges(dependencies),
  getJob: getJob(dependencies),
  getJobs: getJobs(dependencies),
  findByExternalId: dependencies.externalIds.find,
  createJob: createJob(dependencies),
  createRequestedJob: createRequestedJob(dependencies),
  findRequestedJob: findRequestedJob(dependencies),
  updateJob: updateJob(dependencies),
  changeJobStatus: changeJobStatus(dependencies),
  setRequiredPart: setRequiredPart(dependencies),
  ...applyJobUseCases(dependencies),
  openMeterJob: openMeterJob(dependencies),
  getAdminJob: getAdminJob(dependencies),
  deleteJob: deleteJob(dependencies),
  restoreJob: restoreJob(dependencies),
  listJobHistory: listJobHistory(dependencies),
  historyEvenOfDeleted: historyEvenOfDeleted(dependencies),
  showSchedule: showSchedule(dependencies),
  countJobsOfToday: countJobsOfToday(dependencies),
  createInvoice: createInvoice(dependencies),
  getInvoice: getInvoice(dependencies),
  getInvoices: getInvoices(dependencies),
  listJobInvoices: listJobInvoices(dependencies),
  recordPayment: recordPayment(dependencies),
  rebuildProjections: dependencies.rebuildProjections,
});

export type JobsUseCases = ReturnType<typeof jobsUseCases>;
