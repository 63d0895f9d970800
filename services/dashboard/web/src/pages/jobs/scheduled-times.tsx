import { TextInput } from '@mantine/core';

interface ScheduledTimesProps {
  /** Binds a field to its form. */
  readonly inputProps: (name: 'scheduled_start' | 'scheduled_end') => object;
}

/** When a job is to begin and to end. */
export const ScheduledTimes = ({ inputProps }: ScheduledTimesProps) => (
  <>
    <TextInput label="Scheduled start" type="datetime-local" {...inputProps('scheduled_start')} />
    <TextInput label="Scheduled end" type="datetime-local" {...inputProps('scheduled_end')} />
  </>
);
