import { Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MeterResponse, ReadingResponse } from '../../../../contract/responses';
import { LineChart } from '../../charts/line-chart';
import { RecordList } from '../../records/record-list';
import { useRecords } from '../../records/use-records';
import { request } from '../../server/request';
import { useMayUse } from '../../session/may-use';
import { FailureAlert } from '../../shown/failure-alert';
import { formatNumber } from '../../shown/format-number';
import { None } from '../../shown/none';
import { StatusBadge } from '../../shown/status';
import { useTimes } from '../../shown/times';
import { DateText } from './asset-badges';
import { forecastDay } from './forecast';
import { AddReadingDialog, EditMeterDialog } from './meter-dialogs';

interface MetersProps {
  readonly assetId: number;
  readonly isDeleted: boolean;
}

export function Meters({ assetId, isDeleted }: MetersProps) {
  const meters = useRecords<MeterResponse>(`assets/${assetId}/meters`, [], {
    pageName: 'meters_page',
  });
  return (
    <RecordList
      name="Meters"
      records={meters}
      item={(meter) => <Meter meter={meter} isDeleted={isDeleted} />}
      getKey={(meter) => meter.meter_id}
      empty="No meters yet. A meter with a threshold creates a job when a reading reaches it."
    />
  );
}

interface MeterProps extends Pick<MetersProps, 'isDeleted'> {
  readonly meter: MeterResponse;
}

function Meter({ meter, isDeleted }: MeterProps) {
  const mayUse = useMayUse();
  const [open, setOpen] = useState<'read' | 'edit'>();
  const close = (): void => setOpen(undefined);
  const { name, unit, threshold, last_reading_value: value, last_reading_date: date } = meter;
  return (
    <Paper withBorder p="md" component="article" aria-label={name}>
      <Group justify="space-between" align="flex-start" mb="sm">
        <div>
          <Group gap="sm">
            <Title order={3} size="md">
              {name}
            </Title>
            {value !== null && threshold !== null && value >= threshold && (
              <StatusBadge color="red">Threshold reached</StatusBadge>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            {value !== null && date !== null && (
              <>
                {formatNumber(value, unit)} on <DateText value={date} />
              </>
            )}
            {value !== null && threshold !== null && ' · '}
            {threshold !== null && `Threshold ${formatNumber(threshold, unit)}`}
          </Text>
        </div>
        {!isDeleted && mayUse('change_assets') && (
          <Group gap="xs">
            <Button size="compact-sm" variant="default" onClick={() => setOpen('read')}>
              Add reading
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => setOpen('edit')}>
              Edit meter
            </Button>
          </Group>
        )}
      </Group>
      {value === null ? <None>No readings yet</None> : <Readings meter={meter} />}
      {open === 'read' && <AddReadingDialog meter={meter} onClose={close} />}
      {open === 'edit' && <EditMeterDialog meter={meter} onClose={close} />}
    </Paper>
  );
}

const MAX_READINGS = 100;

function Readings({ meter }: Pick<MeterProps, 'meter'>) {
  const { meter_id: id, name, unit, threshold } = meter;
  const { monthAndYear } = useTimes();
  const path = `meters/${id}/readings`;
  const { data, error, refetch } = useQuery({
    queryKey: [path, MAX_READINGS],
    queryFn: () => request<ReadingResponse[]>('GET', path, { query: { per_page: MAX_READINGS } }),
  });
  if (error && !data) {
    return <FailureAlert what="the readings" error={error} onRetry={refetch} />;
  }
  if (!data) return <Skeleton height={220} aria-busy="true" />;
  const { data: readings, pagination } = data;
  const day = threshold === null ? undefined : forecastDay(readings, threshold);
  return (
    <Stack gap={4}>
      <LineChart
        name={`Readings of ${name}`}
        valueName="Reading"
        unit={unit}
        points={readings
          .map(({ reading_date, reading_value }) => ({ date: reading_date, value: reading_value }))
          .toReversed()}
        limit={threshold === null ? undefined : { name: 'Threshold', value: threshold }}
      />
      {threshold !== null && day !== undefined && (
        <Text size="sm">
          Reaches {formatNumber(threshold, unit)} about {monthAndYear(day)}
        </Text>
      )}
      {pagination && pagination.total > readings.length && (
        <Text size="xs" c="dimmed">
          The last {readings.length} of {pagination.total.toLocaleString('en')} readings.
        </Text>
      )}
    </Stack>
  );
}
