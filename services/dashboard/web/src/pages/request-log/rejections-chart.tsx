import { Paper, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RejectionsResponse } from '../../../../contract/responses';
import { BarChart, type Series } from '../../charts/bar-chart';
import { request } from '../../server/request';
import { QueryFailure } from '../../shown/failure-alert';
import { useTimes } from '../../shown/times';
import { groupRejections } from './group-rejections';

const TONES: readonly Series['tone'][] = ['bad', 'first', 'second', 'waiting'];

export function RejectionsChart() {
  const times = useTimes();
  const query = useQuery({
    queryKey: ['request-log', 'rejections'],
    queryFn: async () =>
      (await request<readonly RejectionsResponse[]>('GET', 'request-log/rejections')).data,
  });
  const { data: days, error } = query;
  if (!days) {
    return error ? (
      <QueryFailure what="the chart" query={query} />
    ) : (
      <Skeleton height={240} mb="md" aria-busy="true" />
    );
  }
  const { names, counts } = groupRejections(days, TONES.length);
  if (names.length === 0) return null;
  return (
    <Paper withBorder p="md" mb="md">
      <Text size="sm" c="dimmed" mb={4}>
        Last 7 days (UTC)
      </Text>
      <BarChart
        name="Failed requests by error"
        barName="Day"
        series={names.map((name, at) => ({ name, tone: TONES[at] ?? 'waiting' }))}
        bars={days.map(({ date }, day) => ({
          name: times.date(date),
          shortName: times.shortDate(date),
          values: counts[day] ?? [],
        }))}
      />
    </Paper>
  );
}
