import { Counter, type Registry } from 'prom-client';

/** Counts requests that the request log had no room for. */
export function droppedRequests(registry: Registry): (requests: number) => void {
  const dropped = new Counter({
    name: 'fsm_gateway_request_log_dropped_total',
    help: 'Refused and failed requests that the request log of their company does not hold.',
    registers: [registry],
  });
  return (requests) => dropped.inc(requests);
}
