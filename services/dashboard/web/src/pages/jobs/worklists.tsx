import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { WorklistCountsResponse } from '../../../../contract/responses';
import { request } from '../../server/request';
import classes from './worklists.module.css';

type Worklist = keyof WorklistCountsResponse;

const WORKLISTS: readonly (readonly [name: string, worklist?: Worklist, sort?: string])[] = [
  ['All'],
  ['Unscheduled', 'unscheduled'],
  ['Today', 'today', 'scheduled_start'],
  ['Late', 'late', 'scheduled_start'],
  ['To invoice', 'to_invoice'],
];

/** The server counts to 100. */
const formatCount = (count: number): string => (count > 99 ? '99+' : String(count));

export function Worklists({ current }: { readonly current: string | undefined }) {
  const { data } = useQuery({
    queryKey: ['jobs', 'worklists'],
    queryFn: () => request<WorklistCountsResponse>('GET', 'worklists'),
  });
  return (
    <div role="group" aria-label="Worklists" className={classes['worklists']}>
      {WORKLISTS.map(([name, worklist, sort]) => {
        const isCurrent = current === worklist;
        return (
          <Button
            key={name}
            component={Link}
            to="/jobs"
            search={{ worklist, sort } as never}
            size="compact-sm"
            variant={isCurrent ? 'light' : 'subtle'}
            color={isCurrent ? undefined : 'gray'}
            aria-current={isCurrent || undefined}
          >
            {name}
            {worklist && data && (
              <Text span inherit fw={400} ml={6}>
                {formatCount(data.data[worklist])}
              </Text>
            )}
          </Button>
        );
      })}
    </div>
  );
}
