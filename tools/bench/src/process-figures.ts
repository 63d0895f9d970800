import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const isLinux = process.platform === 'linux';

/** Memory that a process holds. */
export function residentMb(pid: number): number {
  const kilobytes = isLinux
    ? /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return (Number(kilobytes) * 1024) / 1e6;
}

/** Linux counts processor time in hundredths of a second whatever the kernel's own clock. */
const TICK_MS = 10;
/** Place of the user time behind the command's name, which may itself hold spaces. */
const USER_TIME = 11;

/** Processor time that a process has used so far; undefined where the system does not tell cheaply. */
export function processorMs(pid: number): number | undefined {
  if (!isLinux) return undefined;
  const [, figures = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = figures.split(' ').slice(USER_TIME).map(Number);
  return ((user ?? 0) + (system ?? 0)) * TICK_MS;
}
