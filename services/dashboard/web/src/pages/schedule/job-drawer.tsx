import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JobResponse, ScheduledJobResponse } from '../../../../contract/responses';
import { SideDialog } from '../../forms/side-dialog';
import { request } from '../../server/request';
import { Permitted } from '../../session/may-use';
import { QueryFailure } from '../../shown/failure-alert';
import { Multiline } from '../../shown/multiline';
import { TextLink } from '../../shown/text-link';
import { JobStatusBadge, Priority } from '../jobs/job-badges';
import { JobMoves } from '../jobs/job-moves';
import { JobRail, useJobLocation } from '../jobs/job-rail';

interface JobDrawerProps {
  readonly jobId: number;
  readonly onReschedule: (job: ScheduledJobResponse) => void;
  readonly onClose: () => void;
}

/** Shows a job beside the board, which stays as it is. */
export function JobDrawer({ jobId, onReschedule, onClose }: JobDrawerProps) {
  const query = useQuery({
    queryKey: ['jobs', String(jobId), {}],
    queryFn: () => request<JobResponse>('GET', `jobs/${jobId}`),
  });
  const job = query.data?.data;
  return (
    <SideDialog title={job?.job_title ?? `Job ${jobId}`} onClose={onClose}>
      <Stack>
        <QueryFailure what="this job" query={query} />
        {job && <JobSummary job={job} onReschedule={onReschedule} />}
        {query.isPending && <Skeleton height={240} aria-busy="true" />}
      </Stack>
    </SideDialog>
  );
}

interface JobSummaryProps extends Pick<JobDrawerProps, 'onReschedule'> {
  readonly job: JobResponse;
}

function JobSummary({ job, onReschedule }: JobSummaryProps) {
  const city = useJobLocation(job).data?.address_city ?? null;
  return (
    <>
      <Group gap="xs">
        <JobStatusBadge status={job.job_status} />
        <Priority priority={job.job_priority} />
      </Group>
      <Multiline>{job.job_description}</Multiline>
      <Group gap="md">
        <Permitted right="change_jobs">
          <Button
            variant="default"
            onClick={() => onReschedule({ ...job, customer_location_city: city })}
          >
            Reschedule
          </Button>
        </Permitted>
        <TextLink to={`/jobs/${job.job_id}`}>Open job</TextLink>
      </Group>
      <Permitted right="change_jobs">
        <JobMoves job={job} />
      </Permitted>
      <JobRail job={job} />
    </>
  );
}
