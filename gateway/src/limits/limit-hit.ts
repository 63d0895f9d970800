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

export const createLimitExceeded = (
  name: string,
  { limit, remaining, resetAtMs }: Quota,
  nowMs: number,
) => {
  const seconds = secondsUntil(resetAtMs, nowMs);
  const state = remaining > 0 ? `has only ${remaining} left` : 'is used up';
  return new DomainError(
    'rate_limit_exceeded',
    `The limit of ${limit} ${name} ${state}; retry in ${seconds} seconds.`,
    { retry_after: seconds },
  );
};

export type HitLimit =
  | LimitName
  | 'failed_authentications_per_minute'
  | 'dashboard_requests_per_minute'
  | 'changes_per_minute';

export class LimitHit extends DomainError {
  constructor(
    readonly limit: HitLimit,
    { code, message, details }: DomainError,
    readonly quota: Quota,
  ) {
    super(code, message, details);
    this.name = 'LimitHit';
  }
}

export const createLimitHit = (name: LimitName, quota: Quota, nowMs: number): LimitHit =>
  new LimitHit(name, createLimitExceeded(LIMIT_NAMES[name], quota, nowMs), quota);
