import { Counter, type Registry } from 'prom-client';

export function createDropCounter(registry: Registry): (requests: number) => void {
  const dropped = new Counter({
    name: 'fsm_gateway_request_log_dropped_total',
    help: 'Rejected and failed requests for which the request log had no room.',
    registers: [registry],
  });
  return (requests) => dropped.inc(requests);
}
