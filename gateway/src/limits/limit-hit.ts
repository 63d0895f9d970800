import { DomainError, type LimitName } from '@svc/contracts';
import { secondsUntil, type Quota } from './quota';

const LIMIT_NAMES: Readonly<Record<LimitName, string>> = {
  list_reads_per_minute: 'list reads per minute for each API key',
  record_reads_per_minute: 'single-record reads per minute for each API key',
  writes_per_minute: 'writes per minute for each API key',
  technician_list_per_minute: 'technician lists per minute for each API key',
  technician_get_per_minute: 'technician reads per minute for each API key',
  reads_per_day: 'reads per day for the company',
  writes_per_day: 'writes per day for the company',
  key_writes_per_day: 'writes per day for each API key',
  refused_per_minute: 'refused requests per minute for each API key',
};

export type HitLimit =
  | LimitName
  | 'failed_authentications_per_minute'
  | 'dashboard_requests_per_minute'
  | 'calendar_requests_per_minute'
  | 'changes_per_minute';

/** A 429, with the limit for its headers. */
export class LimitHit extends DomainError {
  constructor(
    readonly limit: HitLimit,
    readonly quota: Quota,
    { message, seconds }: { readonly message: string; readonly seconds: number },
  ) {
    super('rate_limit_exceeded', message, { retry_after: seconds });
    this.name = 'LimitHit';
  }
}

export function createLimitHit(
  { hit, text }: { readonly hit: HitLimit; readonly text: string },
  quota: Quota,
  nowMs: number,
): LimitHit {
  const { limit, remaining, resetAtMs } = quota;
  const seconds = secondsUntil(resetAtMs, nowMs);
  const state = remaining > 0 ? `has only ${remaining} left` : 'is used up';
  const message = `The limit of ${limit} ${text} ${state}; retry in ${seconds} seconds.`;
  return new LimitHit(hit, quota, { message, seconds });
}

export const createKeyLimitHit = (hit: LimitName, quota: Quota, nowMs: number): LimitHit =>
  createLimitHit({ hit, text: LIMIT_NAMES[hit] }, quota, nowMs);
