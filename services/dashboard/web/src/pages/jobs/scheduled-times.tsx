import { MomentInput } from '../../forms/moment-input';

interface ScheduledTimesProps {
  readonly inputProps: (name: 'scheduled_start' | 'scheduled_end') => object;
}

export const ScheduledTimes = ({ inputProps }: ScheduledTimesProps) => (
  <>
    <MomentInput label="Scheduled start" {...inputProps('scheduled_start')} />
    <MomentInput label="Scheduled end" {...inputProps('scheduled_end')} />
  </>
);
