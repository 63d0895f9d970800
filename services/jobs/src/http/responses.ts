import { RELATIONSHIP_TYPES } from '@svc/contracts';
import {
  defineHistoryResponse,
  defineNamedResponse,
  defineRemovedResponse,
  defineResponse,
} from '@svc/http';
import { createResponse, field, toHistoryFields } from '@svc/records';
import { jobStatuses } from '../domain/job-status';
import type { AdminJobDetails, LinkedAsset } from '../persistence/job-reads';
import type { CalendarJob, JobsInStatus, ScheduledJob } from '../persistence/job-schedule';
import {
  CALENDAR_FIELDS,
  job,
  partResponse,
  SCHEDULED_FIELDS,
  skillResponse,
  skills,
} from '../records/job';
import type { JobsOfToday, Schedule } from '../use-cases/schedule';
import type { WorklistCounts } from '../persistence/worklists';
import type { JobChange } from '../domain/job-change';

export const listedJobResponse = createResponse(job, { name: 'ListedJob' });

export const removedJobResponse = defineRemovedResponse('RemovedJob', 'job_id');

const linkedAssetResponse = defineNamedResponse(
  'LinkedAsset',
  (asset: LinkedAsset, { zone }, show) => ({
    asset_id: show.id(asset.assetId),
    asset_tag: show.copiedText(asset.assetTag),
    asset_name: show.copiedText(asset.assetName),
    asset_status: show.copiedText(asset.assetStatus),
    relationship_type: show.oneOf(RELATIONSHIP_TYPES, asset.relationshipType),
    relationship_notes: show.optionalText(asset.relationshipNotes),
    linked_at: show.timestamp(asset.linkedAt, zone),
  }),
);

const linkedAssets = field.defineKind<
  readonly LinkedAsset[],
  readonly ReturnType<typeof linkedAssetResponse.present>[]
>({
  show: (show, assets, view) =>
    show.list(linkedAssetResponse, assets, view, 'Ordered by asset_id.'),
});

export const jobResponse = createResponse(job, {
  name: 'Job',
  also: {
    assets: linkedAssets('joined', {
      example: [
        {
          asset_id: 88,
          asset_tag: 'AST-000088',
          asset_name: 'Rooftop unit 2',
          asset_status: 'Active',
          relationship_type: 'serviced',
          relationship_notes: null,
          linked_at: '2026-03-02T09:15:00-05:00',
        },
      ],
    }),
  },
});

export const adminJobResponse = defineResponse((details: AdminJobDetails, view, show) => ({
  ...jobResponse.declare(details, view, show),
  deleted: show.flag(details.deleted),
  allowed_moves: show.texts(details.deleted ? [] : jobStatuses.next(details.jobStatus)),
  required_skills: show.list(skillResponse, details.requiredSkills, view),
  required_parts: show.list(partResponse, details.requiredParts, view),
}));

export const jobHistoryResponse = defineHistoryResponse(toHistoryFields(job));

const scheduledJobResponse = createResponse(job, {
  only: SCHEDULED_FIELDS,
  also: {
    // People see the name even without the right to read technicians.
    assignedTechnicianName: field.text('joined', { nullable: true }),
    customerLocationCity: field.copiedText('joined', { nullable: true }),
    requiredSkills: skills('joined'),
  },
});

export const scheduleResponse = defineResponse((schedule: Schedule, view, show) => ({
  jobs: show.list(scheduledJobResponse, schedule.jobs, view),
  is_cut: show.flag(schedule.isCut),
  unassigned: show.list(scheduledJobResponse, schedule.unassigned, view),
  unassigned_total: show.count(schedule.unassignedTotal),
}));

export const technicianJobsResponse = defineResponse(
  (jobs: readonly ScheduledJob[], view, show) => ({
    jobs: show.list(scheduledJobResponse, jobs, view),
  }),
);

const calendarJobResponse = createResponse(job, {
  only: [...CALENDAR_FIELDS, 'customerLocationName', 'customerName'],
  also: { customerLocationCity: field.copiedText('joined', { nullable: true }) },
});

export const calendarResponse = defineResponse((jobs: readonly CalendarJob[], view, show) => ({
  jobs: show.list(calendarJobResponse, jobs, view),
}));

const jobsInStatusResponse = defineResponse((counted: JobsInStatus, _view, show) => ({
  job_status: show.oneOf(jobStatuses.states, counted.jobStatus),
  jobs: show.count(counted.jobs),
}));

export const jobsOfTodayResponse = defineResponse((today: JobsOfToday, view, show) => ({
  date: show.date(today.date),
  statuses: show.list(jobsInStatusResponse, today.counts, view),
  tomorrow: show.date(today.tomorrow),
  unassigned_tomorrow: show.count(today.unassignedTomorrow),
  late: show.count(today.late),
}));

export const worklistsResponse = defineResponse((counts: WorklistCounts, _view, show) => ({
  unscheduled: show.count(counts.unscheduled),
  today: show.count(counts.today),
  late: show.count(counts.late),
  to_invoice: show.count(counts.to_invoice),
}));

export const requestedJobResponse = defineResponse((id: number, _view, show) => ({
  job_id: show.id(id),
}));

export const updatedResponse = createResponse(job, { only: ['id', 'jobTitle', 'jobStatus'] });

export const createdResponse = createResponse(job, {
  only: ['id', 'jobTitle', 'jobStatus', 'createdAt'],
});

export const statusChangeResponse = defineResponse(({ before, after }: JobChange, _view, show) => ({
  job_id: show.id(after.id),
  job_status: show.oneOf(jobStatuses.states, after.jobStatus),
  previous_status: show.oneOf(jobStatuses.states, before.jobStatus),
}));
