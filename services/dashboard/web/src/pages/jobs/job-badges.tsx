import type { MantineColor } from '@mantine/core';
import { Fragment } from 'react';
import type { JobPriority, JobStatus as Known } from '../../../../contract/values';
import { None } from '../../shown/none';
import { StatusBadge } from '../../shown/status';
import { Time, useTimes } from '../../shown/times';

export const STATUS_COLORS = {
  'Pending': 'gray',
  'Assigned': 'blue',
  'In Progress': 'yellow',
  'On Hold': 'grape',
  'Completed': 'green',
  'Invoiced': 'teal',
  'Paid': 'teal',
  'Closed': 'dark',
  'Cancelled': 'red',
} as const satisfies Readonly<Record<Known, MantineColor>>;

export const JobStatusBadge = ({ status }: { readonly status: Known }) => (
  <StatusBadge color={STATUS_COLORS[status]}>{status}</StatusBadge>
);

const PRIORITY_COLORS = {
  Low: 'gray',
  Medium: 'blue',
  High: 'orange',
  Urgent: 'red',
} as const satisfies Readonly<Record<JobPriority, MantineColor>>;

export const Priority = ({ priority }: { readonly priority: JobPriority }) => (
  <StatusBadge color={PRIORITY_COLORS[priority]}>{priority}</StatusBadge>
);

interface TimeRangeProps {
  readonly start: string | null;
  readonly end: string | null;
}

export function TimeRange({ start, end }: TimeRangeProps) {
  const { exact, range } = useTimes();
  if (start !== null && end !== null) {
    return (
      <span title={`${exact(start)} – ${exact(end)}`}>
        {range(start, end).map((piece) => (
          <Fragment key={piece}>
            <span data-time-piece style={{ whiteSpace: 'nowrap' }}>
              {piece}
            </span>{' '}
          </Fragment>
        ))}
      </span>
    );
  }
  if (start !== null) return <Time value={start} />;
  if (end === null) return <None>Not scheduled</None>;
  return (
    <>
      Until <Time value={end} />
    </>
  );
}

/** Fits one line. */
export function ShortTimeRange({ start, end }: TimeRangeProps) {
  const { exact, shortRange } = useTimes();
  const [from, to] = [start ?? end, end ?? start];
  if (from === null || to === null) return <None>Not scheduled</None>;
  return (
    <span title={`${exact(from)} – ${exact(to)}`} style={{ whiteSpace: 'nowrap' }}>
      {start === null && 'Until '}
      {shortRange(from, to)}
    </span>
  );
}
