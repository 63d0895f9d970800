import { openSync } from 'node:fs';

export const openLog = (path: string, flags: 'a' | 'w' = 'a'): number =>
  openSync(path, flags, 0o600);
