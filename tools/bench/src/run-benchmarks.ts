import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname } from 'node:path';
import { createCertificateAuthority } from '@svc/testing';
import type { LoadResult, RequestLoad } from './load/load';
import {
  isMet,
  isUnclear,
  rounded,
  type Bench,
  type BenchServer,
  type CompanySizes,
  type Finding,
  type Measurement,
} from './measurement';
import { cursor } from './measurements/cursor';
import { dashboard } from './measurements/dashboard';
import { gatewayProxy } from './measurements/gateway-proxy';
import { alone, jobCalls, records } from './measurements/peer-calls';
import { growth } from './measurements/growth';
import { listGrowth } from './measurements/list-growth';
import { neighbour } from './measurements/neighbour';
import { store } from './measurements/store';
import { webhookBacklog } from './measurements/webhook-backlog';
import { webhookHanging } from './measurements/webhook-hanging';
import { webhookLatency } from './measurements/webhook-latency';
import { startBenchPlatform } from './platform';
import { startRole, type RoleProcess } from './roles';
import { seedCompanies } from './seed';

export interface BenchmarkOptions {
  readonly out: string;
  readonly only: readonly string[];
  readonly rounds: number;
  readonly seconds: number;
  readonly rows: number;
  readonly changes: number;
  readonly grown: number;
  readonly others: number;
}

/** Reads come before writes, which make tables less tidy; the dashboard comes last. */
const MEASUREMENTS: readonly Measurement[] = [
  gatewayProxy,
  store,
  listGrowth,
  cursor,
  jobCalls,
  alone,
  records,
  neighbour,
  webhookBacklog,
  webhookLatency,
  webhookHanging,
  dashboard,
  growth,
];

export const MEASUREMENT_NAMES = MEASUREMENTS.map(({ name }) => name);

const DATA_DIR = '.data/bench';
const SMALL = 1_000;
const MEDIUM = 5_000;
const PEOPLE_JOBS = 100_000;
const WARM_UP_SECONDS = 1;

export async function runBenchmarks(options: BenchmarkOptions): Promise<boolean> {
  const startedAt = Date.now();
  const stops: (() => Promise<void>)[] = [];
  const stopAll = async (): Promise<void> => {
    for (const stop of stops.splice(0).reverse()) await stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stopAll().then(() => process.exit(1)));
  }
  const role = (name: string): RoleProcess => {
    const started = startRole(name);
    stops.push(started.stop);
    return started;
  };
  try {
    progress('starting servers and processes');
    const upstream = await role('constant-upstream').request<number>({});
    const authority = await createCertificateAuthority();
    const platform = await startBenchPlatform({
      dir: DATA_DIR,
      constantUpstreamPort: upstream,
      receiversCa: authority.ca,
    });
    stops.push(platform.stop);
    progress(`writing ${rounded(options.rows)} jobs, assets and items`);
    const sizes: CompanySizes = {
      large: options.rows,
      medium: MEDIUM,
      small: SMALL,
      people: chosenOf(options).includes(dashboard) ? PEOPLE_JOBS : 0,
    };
    const companies = await seedCompanies(platform.admin, platform.databaseUrl, { ...sizes });
    const server = async (name: string, settings: unknown): Promise<BenchServer> => {
      const started = role(name);
      return { port: await started.request<number>(settings), pid: started.pid };
    };
    const reference = {
      proxy: await server('bare-proxy', { target: `http://127.0.0.1:${upstream}` }),
      peer: await server('peer', {
        databaseUrl: platform.databaseUrl,
        companyId: companies['medium']?.id,
      }),
    };
    const generator = role('load');
    const bench: Bench = {
      platform,
      receivers: { certificate: await authority.certify('127.0.0.1'), ca: authority.ca },
      start: role,
      companies,
      reference,
      sizes,
      changes: options.changes,
      grown: options.grown,
      others: options.others,
      rounds: options.rounds,
      seconds: options.seconds,
      ...loadsOf(generator),
    };
    const findings = await measure(bench, options);
    report(findings, options.out, Date.now() - startedAt);
    return findings.every(isMet);
  } finally {
    await stopAll();
  }
}

function loadsOf(generator: RoleProcess): Pick<Bench, 'load' | 'warmUp'> {
  const warm = new Set<string>();
  const warmUp = async (load: RequestLoad): Promise<void> => {
    const address = `${load.method} ${load.port} ${load.path}`;
    if (warm.has(address)) return;
    warm.add(address);
    await generator.request<LoadResult>({ ...load, until: { seconds: WARM_UP_SECONDS } });
  };
  return {
    warmUp,
    async load(load) {
      await warmUp(load);
      return generator.request<LoadResult>(load);
    },
  };
}

const chosenOf = ({ only }: BenchmarkOptions): readonly Measurement[] =>
  MEASUREMENTS.filter(({ name, isOnRequest }) =>
    only.length === 0 ? !isOnRequest : only.includes(name),
  );

async function measure(bench: Bench, options: BenchmarkOptions): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const { name, measure: run } of chosenOf(options)) {
    progress(`measuring ${name}`);
    findings.push(...(await run(bench)));
  }
  return findings;
}

const progress = (line: string): void => console.error(line);

function textOf(bound: Finding['bound']): string {
  if (!bound) return '';
  return 'atLeast' in bound ? `≥ ${bound.atLeast}` : `≤ ${bound.atMost}`;
}

function verdictOn(finding: Finding): string {
  if (!finding.bound) return '';
  const verdict = isMet(finding) ? 'ok' : 'MISSED';
  return isUnclear(finding) ? `${verdict}, unclear` : verdict;
}

function report(findings: readonly Finding[], out: string, tookMs: number): void {
  const rows = findings.map((finding) => {
    const { what, unit, value, bound, spread, detail } = finding;
    const rounds = spread ? spread.map((each) => each.toFixed(2)).join(' to ') : '';
    return [what, value.toFixed(2), rounds, textOf(bound), unit, verdictOn(finding), detail];
  });
  const widths = [0, 1, 2, 3, 4, 5].map((column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  for (const row of rows) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
  mkdirSync(dirname(out), { recursive: true });
  const document = {
    at: new Date().toISOString(),
    node: process.version,
    cpus: cpus().length,
    seconds: Math.round(tookMs / 1_000),
    findings: findings.map((finding) => ({ ...finding, met: isMet(finding) })),
  };
  writeFileSync(out, `${JSON.stringify(document, null, 2)}\n`);
  console.log(`${document.seconds} s; written to ${out}`);
}
