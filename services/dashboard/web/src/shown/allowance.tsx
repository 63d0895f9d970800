import { Group, Progress, Text } from '@mantine/core';
import type { AllowanceResponse } from '../../../contract/responses';

/** How much of a daily allowance is used. */
export function Allowance({ name, used, limit }: AllowanceResponse & { readonly name: string }) {
  const percent = Math.min(100, (100 * used) / Math.max(limit, 1));
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <Text size="sm">{name}</Text>
        <Text size="sm" fw={500}>
          {`${used.toLocaleString('en')} of ${limit.toLocaleString('en')}`}
        </Text>
      </Group>
      <Progress.Root size="sm" aria-hidden="true">
        <Progress.Section value={percent} color={percent >= 90 ? 'red' : 'pine'} />
      </Progress.Root>
    </div>
  );
}
