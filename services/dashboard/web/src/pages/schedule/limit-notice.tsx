import { Alert } from '@mantine/core';
import type {
  ScheduledJobsResponse,
  ScheduledTechniciansResponse,
} from '../../../../contract/responses';

interface LimitNoticeProps {
  readonly jobs: ScheduledJobsResponse;
  readonly technicians: ScheduledTechniciansResponse;
}

export function LimitNotice({ jobs, technicians }: LimitNoticeProps) {
  if (!jobs.is_cut && !technicians.is_cut) return null;
  const [shown, people] = [jobs.jobs.length, technicians.technicians.length];
  return (
    <Alert color="yellow" variant="outline" mb="md">
      {jobs.is_cut && `Only ${shown.toLocaleString('en')} jobs are shown. `}
      {technicians.is_cut &&
        `More than ${people.toLocaleString('en')} active technicians. Only the first by name are shown.`}
    </Alert>
  );
}
