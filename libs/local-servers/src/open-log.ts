import { openSync } from 'node:fs';

/** Opens a log for its owner alone. */
export const openLog = (path: string, flags: 'a' | 'w' = 'a'): number =>
  openSync(path, flags, 0o600);
