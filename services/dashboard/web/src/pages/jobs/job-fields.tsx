import { Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { JobResponse } from '../../../../contract/responses';
import { JOB_PRIORITIES, type JobPriority } from '../../../../contract/values';
import { AssetsChooser, assetChoice } from '../../choosers/assets-chooser';
import { LocationChooser } from '../../choosers/location-chooser';
import type { Choice } from '../../choosers/record-chooser';
import { TechnicianChooser } from '../../choosers/technician-chooser';
import { ScheduledTimes } from './scheduled-times';

export interface JobValues {
  job_title: string;
  job_description: string;
  job_priority: JobPriority;
  customer_location_id: number | null;
  assigned_technician_id: number | null;
  /** ISO 8601 with an offset; empty for none. */
  scheduled_start: string;
  scheduled_end: string;
  asset_ids: number[];
}

export const valuesOf = (job: JobResponse): JobValues => ({
  job_title: job.job_title,
  job_description: job.job_description,
  job_priority: job.job_priority,
  customer_location_id: job.customer_location_id,
  assigned_technician_id: job.assigned_technician_id,
  scheduled_start: job.scheduled_start ?? '',
  scheduled_end: job.scheduled_end ?? '',
  asset_ids: job.assets.map(({ asset_id: id }) => id),
});

/** Empty times become null. */
export const bodyOf = (values: Partial<JobValues>) => ({
  ...values,
  ...(values.scheduled_start === '' && { scheduled_start: null }),
  ...(values.scheduled_end === '' && { scheduled_end: null }),
});

export const choice = (id: number | null, name: string | null): Choice | undefined =>
  id === null ? undefined : { id, name: name ?? `Number ${id}` };

interface JobFieldsProps {
  readonly form: UseFormReturnType<JobValues>;
  readonly job?: JobResponse;
  readonly customer?: Choice | undefined;
}

export const JobFields = ({ form, job, customer }: JobFieldsProps) => (
  <>
    <TextInput label="Title" data-autofocus {...form.getInputProps('job_title')} />
    <Textarea
      label="Description"
      description="Describe the work in at least 30 characters."
      autosize
      minRows={3}
      maxRows={10}
      {...form.getInputProps('job_description')}
    />
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <LocationChooser
        customer={job ? choice(job.customer_id, job.customer_name) : customer}
        location={job && choice(job.customer_location_id, job.customer_location_name)}
        {...form.getInputProps('customer_location_id')}
      />
      <Select
        label="Priority"
        data={JOB_PRIORITIES}
        allowDeselect={false}
        {...form.getInputProps('job_priority')}
      />
      <TechnicianChooser
        isActive
        placeholder="Unassigned"
        chosen={job && choice(job.assigned_technician_id, job.assigned_technician_name)}
        {...form.getInputProps('assigned_technician_id')}
      />
      <ScheduledTimes inputProps={(name) => form.getInputProps(name)} />
    </SimpleGrid>
    <AssetsChooser chosen={job?.assets.map(assetChoice)} {...form.getInputProps('asset_ids')} />
  </>
);
