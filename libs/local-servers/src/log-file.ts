import { fchmodSync, openSync } from 'node:fs';

const OWNER_ONLY = 0o600;

/** Opens a server's log to append to, for its owner alone, whatever an earlier release had made of it. */
export function openServerLog(path: string): number {
  const log = openSync(path, 'a', OWNER_ONLY);
  fchmodSync(log, OWNER_ONLY);
  return log;
}
