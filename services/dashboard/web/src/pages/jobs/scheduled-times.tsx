import { MomentInput } from '../../forms/moment-input';

interface ScheduledTimesProps {
  /** Binds a field to its form. */
  readonly inputProps: (name: 'scheduled_start' | 'scheduled_end') => object;
}

/** When a job is to begin and to end. */
export const ScheduledTimes = ({ inputProps }: ScheduledTimesProps) => (
  <>
    <MomentInput label="Scheduled start" {...inputProps('scheduled_start')} />
    <MomentInput label="Scheduled end" {...inputProps('scheduled_end')} />
  </>
);
