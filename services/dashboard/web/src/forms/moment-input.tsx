import { SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCompanyClock } from '../shown/times';

const MINUTES = '2026-03-04T09:00'.length;

interface MomentInputProps {
  readonly label: string;
  /** ISO 8601 with an offset, `2026-03-04T09:00:00-05:00`; empty for none. */
  readonly value?: string;
  readonly onChange?: (value: string) => void;
  readonly error?: ReactNode;
}

/** Where clocks go back and a time occurs twice, a choice of zone abbreviations appears. */
export function MomentInput({ label, value = '', onChange, ...field }: MomentInputProps) {
  const clock = useCompanyClock();
  const time = value.slice(0, MINUTES);
  const instants = value === '' ? [] : clock.toInstants(time);
  return (
    <Stack gap={4}>
      <TextInput
        label={label}
        type="datetime-local"
        {...field}
        value={time}
        onChange={({ currentTarget: { value: entered } }) =>
          onChange?.(entered === '' ? '' : clock.isoAt(clock.toInstant(entered)))
        }
      />
      {instants.length > 1 && (
        <>
          <Text size="xs" c="dimmed">
            Clocks go back that night. Choose which of the two times you mean.
          </Text>
          <SegmentedControl
            size="xs"
            aria-label={`${label}: time zone`}
            value={clock.zoneAt(Date.parse(value))}
            onChange={(zone) => {
              const chosen = instants.find((instant) => clock.zoneAt(instant) === zone);
              if (chosen !== undefined) onChange?.(clock.isoAt(chosen));
            }}
            data={instants.map(clock.zoneAt)}
          />
        </>
      )}
    </Stack>
  );
}
