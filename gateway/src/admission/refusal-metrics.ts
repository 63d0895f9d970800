import { Counter, type Registry } from 'prom-client';
import type { AnswerLog } from './log-answer';

/** Counts answers that are errors, by code and, of a 429, by the limit that was hit. */
export function refusalMetrics(registry: Registry): AnswerLog['refused'] {
  const refusals = new Counter({
    name: 'fsm_gateway_refusals_total',
    help: 'Requests answered with an error, by its code; of rate_limit_exceeded also by limit.',
    labelNames: ['error', 'limit'],
    registers: [registry],
  });
  return ({ error, limit = '' }) => refusals.inc({ error, limit });
}
