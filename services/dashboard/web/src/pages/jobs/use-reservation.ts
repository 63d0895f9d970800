import { useQuery } from '@tanstack/react-query';
import type { JobResponse, ReservationResponse } from '../../../../contract/responses';
import { ask } from '../../server/ask';

const AGAIN_MS = 500;
/** Inventory follows within a moment unless it is down. */
const MOST_TIMES = 10;

/** Polls until inventory has processed the job's last change. */
export function useReservation({ job_id: id, version, required_parts: parts }: JobResponse) {
  const path = `jobs/${id}/reservations`;
  return useQuery({
    queryKey: [path, version],
    enabled: parts.length > 0,
    queryFn: async () => (await ask<ReservationResponse[]>('GET', path)).data[0] ?? null,
    placeholderData: (before) => before,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      (data?.version ?? 0) < version && dataUpdateCount < MOST_TIMES && AGAIN_MS,
  });
}
