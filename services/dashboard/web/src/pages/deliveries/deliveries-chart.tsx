import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DeliveredHourResponse } from '../../../../contract/responses';
import { request } from '../../server/request';
import { QueryFailure } from '../../shown/failure-alert';
import { HourlyBars } from './hourly-bars';

const HEIGHT = 120;

/** Shows the last 24 hours, of all endpoints or of one. */
export function DeliveriesChart({ endpointId }: { readonly endpointId: string | undefined }) {
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
      {!data && !error && <Skeleton height={HEIGHT} aria-busy="true" />}
      {data && <HourlyBars hours={data.data} height={HEIGHT} />}
    </>
  );
}
