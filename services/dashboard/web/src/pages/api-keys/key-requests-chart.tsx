import { Button, Group, Paper, Select, Skeleton, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { KeyRequestsResponse } from '../../../../contract/responses';
import { BarChart, type Series } from '../../charts/bar-chart';
import { request } from '../../server/request';
import { QueryFailure } from '../../shown/failure-alert';
import { useTimes } from '../../shown/times';
import { useNow } from '../../shown/use-now';
import { sumByDay, toCsv } from './sum-key-requests';

const SERIES: readonly Series[] = [
  { name: 'Succeeded', tone: 'good' },
  { name: 'Errors', tone: 'bad' },
];

export function KeyRequestsChart() {
  const query = useQuery({
    queryKey: ['api-keys/requests'],
    queryFn: async () =>
      (await request<readonly KeyRequestsResponse[]>('GET', 'api-keys/requests')).data,
  });
  if (query.data) return query.data.length > 0 && <Chart rows={query.data} />;
  return query.error ? (
    <QueryFailure what="the chart" query={query} />
  ) : (
    <Skeleton height={260} mt="md" aria-busy="true" />
  );
}

function Chart({ rows }: { readonly rows: readonly KeyRequestsResponse[] }) {
  const times = useTimes();
  const now = useNow();
  const [keyId, setKeyId] = useState<string | null>(null);
  const [operation, setOperation] = useState<string | null>(null);
  const shown = rows.filter(
    (row) =>
      (keyId === null || String(row.key_id) === keyId) &&
      (operation === null || row.operation === operation),
  );
  const names = new Map(rows.map((row) => [String(row.key_id), row.key_name]));
  const operations = [...new Set(rows.map((row) => row.operation))].toSorted();
  return (
    <Paper withBorder p="md" mt="md">
      <Group justify="space-between" align="end" mb="sm">
        <Title order={2} size="h4">
          Requests of the last 30 days (UTC)
        </Title>
        <Group align="end" gap="sm">
          <Select
            label="Key"
            placeholder="All keys"
            data={[...names].map(([value, label]) => ({ value, label: `${label} (${value})` }))}
            value={keyId}
            onChange={setKeyId}
            clearable
            searchable
            w={200}
          />
          <Select
            label="Operation"
            placeholder="All operations"
            data={operations}
            value={operation}
            onChange={setOperation}
            clearable
            searchable
            w={200}
          />
          <Button variant="default" onClick={() => downloadCsv(shown)}>
            Download CSV
          </Button>
        </Group>
      </Group>
      <BarChart
        name="Requests by day"
        barName="Day"
        series={SERIES}
        none="No requests in the last 30 days"
        bars={sumByDay(shown, now).map(({ date, succeeded, errors }) => ({
          name: times.date(date),
          shortName: times.shortDate(date),
          values: [succeeded, errors],
        }))}
      />
    </Paper>
  );
}

function downloadCsv(rows: readonly KeyRequestsResponse[]): void {
  const url = URL.createObjectURL(new Blob([toCsv(rows)], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'requests-by-key.csv';
  link.click();
  URL.revokeObjectURL(url);
}
