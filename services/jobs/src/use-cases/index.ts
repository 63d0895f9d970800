import type { Page } from '@svc/kernel';
import { requireRecordOfHistory } from '@svc/outbox';
import { announceLateJobs } from './announce-late-jobs';
import { applyJobs } from './apply-job';
import { changeJobStatus } from './change-job-status';
import { countJobsOfToday, listCalendarJobs, listTechnicianJobs, getSchedule } from './schedule';
import { createInvoice, recordPayment, sumInvoices } from './invoices';
import { createJob } from './create-job';
import { createRequestedJob, findRequestedJob } from './create-requested-job';
import type { Dependencies } from './dependencies';
import { openMeterJob } from './open-meter-job';
import { deleteJob, restoreJob } from './remove-job';
import { rescheduleJob } from './reschedule-job';
import { setRequiredPart } from './edit-job';
import { updateJob } from './update-job';
import { countWorklists, listJobsForPeople } from './worklists';

/** People also see deleted jobs. */
export const createJobsUseCases = (dependencies: Dependencies) => {
  const { jobs, history, invoices } = dependencies;
  return {
    listJobs: jobs.list,
    listJobsForPeople: listJobsForPeople(dependencies),
    countWorklists: countWorklists(dependencies),
    listJobChanges: jobs.listChanges,
    getJob: jobs.find,
    getJobs: jobs.findSome,
    getJobIncludingDeleted: jobs.findIncludingDeleted,
    findByExternalId: dependencies.externalIds.find,
    findReferences: dependencies.findReferences,
    jobHistory: requireRecordOfHistory(history, jobs.find),
    jobHistoryIncludingDeleted: requireRecordOfHistory(history, jobs.findIncludingDeleted),
    createJob: createJob(dependencies),
    updateJob: updateJob(dependencies),
    changeJobStatus: changeJobStatus(dependencies),
    setRequiredPart: setRequiredPart(dependencies),
    rescheduleJob: rescheduleJob(dependencies),
    applyJobs: applyJobs(dependencies),
    deleteJob: deleteJob(dependencies),
    restoreJob: restoreJob(dependencies),
    createRequestedJob: createRequestedJob(dependencies),
    findRequestedJob: findRequestedJob(dependencies),
    openMeterJob: openMeterJob(dependencies),
    listTechnicianJobs: listTechnicianJobs(dependencies),
    listCalendarJobs: listCalendarJobs(dependencies),
    announceLateJobs: announceLateJobs(dependencies),
    getSchedule: getSchedule(dependencies),
    countJobsOfToday: countJobsOfToday(dependencies),
    createInvoice: createInvoice(dependencies),
    recordPayment: recordPayment(dependencies),
    sumInvoices: sumInvoices(dependencies),
    getInvoice: invoices.find,
    getInvoices: invoices.findSome,
    listJobInvoices: async (companyId: number, jobId: number, page: Page) => {
      await jobs.findIncludingDeleted(companyId, jobId);
      return invoices.listForJob(companyId, jobId, page);
    },
    rebuildProjections: dependencies.rebuildProjections,
  };
};

export type JobsUseCases = ReturnType<typeof createJobsUseCases>;
