import { Button, Group, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useCompanyClock, useTimes } from '../../shown/times';
import { addDays, isDate } from './days';
import { DAYS_PER_VIEW } from './queries';
import type { ScheduleAddress } from './use-schedule-address';

export function ScheduleControls({ from, view, date, show }: ScheduleAddress) {
  const { days, today } = useTimes();
  const clock = useCompanyClock();
  const noon = (day: string): number => clock.toInstant(`${day}T12:00`);
  const step = DAYS_PER_VIEW[view];
  return (
    <Group mb="md" gap="sm" justify="space-between">
      <Text fw={600} role="status">
        {days(noon(from), noon(addDays(from, step - 1)))}
      </Text>
      <Group gap="sm">
        <Button.Group>
          <Button variant="default" onClick={() => show(addDays(date, -step), view)}>
            Previous
          </Button>
          <Button variant="default" onClick={() => show(today(), view)}>
            Today
          </Button>
          <Button variant="default" onClick={() => show(addDays(date, step), view)}>
            Next
          </Button>
        </Button.Group>
        <TextInput
          type="date"
          aria-label="Date"
          value={date}
          onChange={({ currentTarget: { value } }) => {
            if (isDate(value)) show(value, view);
          }}
        />
        <SegmentedControl
          visibleFrom="sm"
          aria-label="View"
          value={view}
          onChange={(next) => show(date, next)}
          data={[
            { value: 'day', label: 'Day' },
            { value: 'week', label: 'Week' },
          ]}
        />
      </Group>
    </Group>
  );
}
