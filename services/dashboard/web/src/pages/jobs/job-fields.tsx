import { Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { JobResponse } from '../../../../contract/responses';
import { JOB_PRIORITIES, type JobPriority } from '../../../../contract/values';
import { AssetsChooser, toAssetChoice } from '../../choosers/assets-chooser';
import { LocationChooser } from '../../choosers/location-chooser';
import { toChoice, type Choice } from '../../choosers/record-chooser';
import { TechnicianChooser } from '../../choosers/technician-chooser';
import { toFormValues } from '../../forms/to-form-values';
import { ScheduledTimes } from './scheduled-times';

export const NEW_JOB = {
  job_title: '',
  job_description: '',
  job_priority: 'Medium' as JobPriority,
  customer_location_id: null as number | null,
  assigned_technician_id: null as number | null,
  /** ISO 8601 with an offset; empty for none. */
  scheduled_start: '',
  scheduled_end: '',
  asset_ids: [] as number[],
};

export type JobValues = typeof NEW_JOB;

export const toJobValues = ({ assets, ...job }: JobResponse): JobValues =>
  toFormValues(NEW_JOB, { ...job, asset_ids: assets.map(({ asset_id: id }) => id) });

/** Empty times become null. */
export const toJobBody = (values: Partial<JobValues>) => ({
  ...values,
  ...(values.scheduled_start === '' && { scheduled_start: null }),
  ...(values.scheduled_end === '' && { scheduled_end: null }),
});

/** A missing location is omitted rather than null, so that the API reports it. */
export const toNewJobBody = (values: JobValues) => ({
  ...toJobBody(values),
  customer_location_id: values.customer_location_id ?? undefined,
});

interface JobFieldsProps {
  readonly form: UseFormReturnType<JobValues>;
  readonly job?: JobResponse;
  readonly customer?: Choice | undefined;
  readonly location?: Choice | undefined;
}

export const JobFields = ({ form, job, customer, location }: JobFieldsProps) => (
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
        customer={job ? toChoice(job.customer_id, job.customer_name) : customer}
        location={job ? toChoice(job.customer_location_id, job.customer_location_name) : location}
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
        chosen={job && toChoice(job.assigned_technician_id, job.assigned_technician_name)}
        {...form.getInputProps('assigned_technician_id')}
      />
      <ScheduledTimes inputProps={(name) => form.getInputProps(name)} />
    </SimpleGrid>
    <AssetsChooser chosen={job?.assets.map(toAssetChoice)} {...form.getInputProps('asset_ids')} />
  </>
);
