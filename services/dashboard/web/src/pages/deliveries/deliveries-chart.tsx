import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DeliveredHourResponse } from '../../../../contract/responses';
import { BarChart, type Series } from '../../charts/bar-chart';
import { request } from '../../server/request';
import { QueryFailure } from '../../shown/failure-alert';
import { useTimes } from '../../shown/times';

const SERIES: readonly Series[] = [
  { name: 'Succeeded', tone: 'good' },
  { name: 'Failed', tone: 'bad' },
  { name: 'Waiting', tone: 'waiting' },
];

/** The last 24 hours, of all endpoints or of one. */
export function DeliveriesChart({ endpointId }: { readonly endpointId: string | undefined }) {
  const { moment, hour } = useTimes();
  const query = { endpoint_id: endpointId };
  const result = useQuery({
    queryKey: ['webhooks/deliveries', 'by-hour', query],
    queryFn: () =>
      request<readonly DeliveredHourResponse[]>('GET', 'overview/deliveries', { query }),
  });
  const { data, error } = result;
  return (
    <>
      <QueryFailure what="Deliveries by hour" query={result} />
      {!data && !error && <Skeleton height={220} aria-busy="true" />}
      {data && (
        <BarChart
          name="Deliveries by hour"
          barName="Hour from"
          series={SERIES}
          none="No deliveries in the last 24 hours"
          bars={data.data.map(({ from, succeeded, failed, waiting }) => ({
            name: moment(from),
            shortName: hour(Date.parse(from)),
            values: [succeeded, failed, waiting],
          }))}
        />
      )}
    </>
  );
}
