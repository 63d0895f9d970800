import { fchmodSync, openSync } from 'node:fs';

/** Opens a log for its owner alone, also one that an earlier release left open to others. */
export function openLog(path: string, flags: 'a' | 'w' = 'a'): number {
  const log = openSync(path, flags, 0o600);
  fchmodSync(log, 0o600);
  return log;
}
