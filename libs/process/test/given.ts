import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { findFreePort } from '@svc/local-servers';
import { buildProgram, eventually, createInternalEnvironment } from '@svc/testing';
import { request } from 'undici';

export const soon = <Result>(check: () => Result | Promise<Result>): Promise<Result> =>
  eventually(check, { within: 20_000 });

const ROOT = join(__dirname, '../../..');

export const buildFixture = (outfile: string): void =>
  buildProgram({
    entryPoint: join(__dirname, 'fixture/main.ts'),
    outfile,
    inject: [join(ROOT, 'libs/tracing/src/start-tracing.ts')],
  });

export interface RunningFixture {
  readonly child: ChildProcess;
  readonly url: string;
  readonly probes: string;
  readonly lines: Record<string, unknown>[];
  readonly stderrText: () => string;
  readonly exited: Promise<number | null>;
}

export interface FixtureOptions {
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

const children = new Set<ChildProcess>();

export async function givenFixture(options: FixtureOptions): Promise<RunningFixture> {
  const PORT = options.env['PORT'] ?? String(await findFreePort());
  const METRICS_PORT = String(await findFreePort());
  const child = spawn(process.execPath, [options.program, ...(options.args ?? [])], {
    env: {
      PATH: process.env['PATH'],
      NODE_PATH: join(ROOT, 'node_modules'),
      ...createInternalEnvironment('jobs'),
      PORT,
      METRICS_PORT,
      ...options.env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  children.add(child);
  const lines: Record<string, unknown>[] = [];
  let rest = '';
  child.stdout.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString()).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts.map((line) => JSON.parse(line) as Record<string, unknown>));
  });
  let stderrText = '';
  child.stderr.on('data', (chunk: Buffer) => (stderrText += chunk.toString()));
  return {
    child,
    url: `http://127.0.0.1:${PORT}`,
    probes: `http://127.0.0.1:${METRICS_PORT}`,
    lines,
    stderrText: () => stderrText,
    exited: once(child, 'close').then(([code]) => code as number | null),
  };
}

export const between = ({ lines }: RunningFixture, first: string, second: string): number => {
  const at = (text: string) => Date.parse(String(lines.find(({ msg }) => msg === text)?.['time']));
  return at(second) - at(first);
};

export async function endFixtures(): Promise<void> {
  for (const child of children) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  }
  children.clear();
}

export async function get(url: string): Promise<{ status: number; text: string }> {
  const { statusCode, body } = await request(url);
  return { status: statusCode, text: await body.text() };
}
