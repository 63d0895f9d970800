import { Button, Group, Popover, Stack } from '@mantine/core';
import { TimeFilter } from '../../records/filters';
import type { ListedRecords } from '../../records/use-records';
import { useTimes } from '../../shown/times';
import { addDays, getMonday } from '../schedule/days';

type Ends = 'scheduled_from' | 'scheduled_to';

interface DaysFilterProps {
  readonly of: Pick<ListedRecords<unknown, Ends>, 'filters' | 'filter'>;
}

/** Filters by the days on which jobs are scheduled. */
export function DaysFilter({ of }: DaysFilterProps) {
  const times = useTimes();
  const { scheduled_from: from, scheduled_to: to } = of.filters;
  const spans = listSpans(times.today());
  const isCurrent = (span: Span): boolean => span.from === from && span.to === to;
  const known = spans.find(isCurrent)?.name;
  const begin = from ? times.shortDate(from) : '';
  const end = to ? times.shortDate(to) : '';
  return (
    <Popover position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" fw={400}>
          Scheduled: {known ?? (from || to ? `${begin} – ${end}` : 'Any day')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Scheduled">
        <Stack gap="sm">
          <Group gap="xs" wrap="nowrap">
            {spans.map((span) => (
              <Button
                key={span.name}
                size="xs"
                variant={isCurrent(span) ? 'light' : 'default'}
                aria-pressed={isCurrent(span)}
                onClick={() => of.filter({ scheduled_from: span.from, scheduled_to: span.to })}
              >
                {span.name}
              </Button>
            ))}
          </Group>
          <Group gap="xs" grow>
            <TimeFilter of={of} by="scheduled_from" label="From" type="date" />
            <TimeFilter of={of} by="scheduled_to" label="To" type="date" />
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

interface Span {
  readonly name: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

function listSpans(today: string): readonly Span[] {
  const tomorrow = addDays(today, 1);
  const monday = getMonday(today);
  return [
    { name: 'Any day', from: undefined, to: undefined },
    { name: 'Today', from: today, to: today },
    { name: 'Tomorrow', from: tomorrow, to: tomorrow },
    { name: 'This week', from: monday, to: addDays(monday, 6) },
  ];
}
