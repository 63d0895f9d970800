import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { companyOf, readThrough, type Finding, type Measurement } from '../measurement';
import { CONSTANT_CONTEXT } from './gateway-proxy';

const REQUESTS = 10_000;

/** Memory of each process after ten thousand requests through the gateway. */
export const memory: Measurement = {
  name: 'memory',
  async measure(bench) {
    const findings: Finding[] = [];
    const { services } = bench.platform;
    const behind = services.filter(({ name }) => name !== 'gateway' && name !== CONSTANT_CONTEXT);
    for (const { name, pid } of behind) {
      const load = readThrough(bench, companyOf(bench, 'small'), `/api/v1/${name}?per_page=1`);
      await bench.load({ ...load, until: { requests: REQUESTS } });
      findings.push(finding(name, pid));
    }
    const gateway = services.find(({ name }) => name === 'gateway');
    return gateway ? [...findings, finding('gateway', gateway.pid)] : findings;
  },
};

const finding = (name: string, pid: number): Finding => ({
  what: `${name} after ${REQUESTS.toLocaleString('en-US')} requests`,
  unit: 'MB resident',
  value: residentMb(pid),
  bound: { atMost: 130 },
  detail: '',
});

function residentMb(pid: number): number {
  const kilobytes =
    process.platform === 'linux'
      ? /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return (Number(kilobytes) * 1024) / 1e6;
}
