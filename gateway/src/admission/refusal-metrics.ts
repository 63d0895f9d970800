import { Counter, type Registry } from 'prom-client';
import type { ResponseLog } from './log-response';

export function createRefusalCounter(registry: Registry): ResponseLog['countRefusal'] {
  const refusals = new Counter({
    name: 'fsm_gateway_refusals_total',
    help: 'Error responses by code; for rate_limit_exceeded also by limit.',
    labelNames: ['error', 'limit'],
    registers: [registry],
  });
  return ({ error, limit = '' }) => refusals.inc({ error, limit });
}
