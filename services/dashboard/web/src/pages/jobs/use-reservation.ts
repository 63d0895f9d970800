import { useQuery } from '@tanstack/react-query';
import type { JobResponse, ReservationResponse } from '../../../../contract/responses';
import { request } from '../../server/request';

const POLL_MS = 500;
/** Inventory follows within a moment unless it is down. */
const MAX_READS = 10;

/** Polls until inventory has processed the job's last change. */
export function useReservation({ job_id: id, version, required_parts: parts }: JobResponse) {
  const path = `jobs/${id}/reservations`;
  return useQuery({
    queryKey: [path, version],
    enabled: parts.length > 0,
    queryFn: async () => (await request<ReservationResponse[]>('GET', path)).data[0] ?? null,
    placeholderData: (before) => before,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      (data?.version ?? 0) < version && dataUpdateCount < MAX_READS && POLL_MS,
  });
}
