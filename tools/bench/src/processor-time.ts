import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

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
/** Places behind the command's name, which may itself hold spaces. */
const PARENT = 1;
const USER_TIME = 11;
const SYSTEM_TIME = 12;
const ENDED_CHILDREN = [13, 14];

/** Processor time that a process has used so far; undefined where the system does not tell cheaply. */
export function processorMs(pid: number): number | undefined {
  if (!isLinux) return undefined;
  return timeOf(figuresOf(pid), [USER_TIME, SYSTEM_TIME]);
}

/** The same of a server with all its children, those included that have ended. */
export function serverProcessorMs(pid: number): number | undefined {
  if (!isLinux) return undefined;
  const own = timeOf(figuresOf(pid), [USER_TIME, SYSTEM_TIME, ...ENDED_CHILDREN]);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => figuresOf(Number(name)))
    .filter((figures) => figures[PARENT] === String(pid))
    .reduce((sum, figures) => sum + timeOf(figures, [USER_TIME, SYSTEM_TIME]), own);
}

const timeOf = (figures: readonly string[], places: readonly number[]): number =>
  places.reduce((sum, place) => sum + Number(figures[place]) * TICK_MS, 0);

/** What Linux tells of a process; nothing when it has just ended. */
function figuresOf(pid: number): readonly string[] {
  try {
    const [, figures = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    return figures.split(' ');
  } catch {
    return [];
  }
}
