import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TraceContext } from '@svc/contracts';
import { buildProgram, startTraceCollector, type TraceCollector } from '@svc/testing';

const ROOT = join(__dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'spans-test-'));
const program = join(folder, 'main.js');
let collector: TraceCollector;

beforeAll(async () => {
  buildProgram({ entryPoint: join(__dirname, 'fixture/main.ts'), outfile: program });
  collector = await startTraceCollector();
});
afterEach(() => collector.spans.splice(0));
afterAll(async () => {
  await collector.close();
  rmSync(folder, { recursive: true });
});

interface Worked {
  readonly exitCode: number | null;
  readonly loaded: boolean;
  readonly trace?: TraceContext;
}

const workFor = (
  traces: readonly (Partial<TraceContext> | null)[],
  { error = '', env = collector.environment } = {},
): Promise<Worked> =>
  new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [program, JSON.stringify(traces), error],
      { env: { NODE_PATH: join(ROOT, 'node_modules'), ...env } },
      (_, stdout) => resolve({ exitCode: child.exitCode, ...JSON.parse(stdout) }),
    );
  });

/** Passed-on traces; the span ids are 1…, 2… and 3…. */
const [first, second, third] = ['1', '2', '3'].map((digit) => ({
  traceId: digit.repeat(32),
  spanId: digit.repeat(16),
})) as [Passed, Passed, Passed];
interface Passed {
  readonly traceId: string;
  readonly spanId: string;
}
const recorded = ({ traceId, spanId }: Passed) => ({ traceparent: `00-${traceId}-${spanId}-01` });
const notRecorded = ({ traceId, spanId }: Passed) => ({
  traceparent: `00-${traceId}-${spanId}-00`,
});

describe('work for one event', () => {
  it('goes on in the trace of the event, with its state', async () => {
    const { trace } = await workFor([{ ...recorded(first), tracestate: 'vendor=1' }]);

    const { traceId, spanId } = first;
    expect(collector.spans).toMatchObject([
      {
        name: 'work',
        kind: 'CONSUMER',
        traceId,
        parentSpanId: spanId,
        links: [],
        hasFailed: false,
      },
    ]);
    expect(collector.spans[0]?.attributes).toEqual({ size: 7 });
    expect(trace).toEqual({
      traceparent: `00-${traceId}-${collector.spans[0]?.spanId}-01`,
      tracestate: 'vendor=1',
    });
  });

  it('is not recorded where the event is not, and passes that on', async () => {
    const { trace } = await workFor([notRecorded(first)]);

    expect(collector.spans).toEqual([]);
    expect(trace?.traceparent).toMatch(new RegExp(`^00-${first.traceId}-[0-9a-f]{16}-00$`));
  });

  it.each([
    ['has none', null],
    ['has one that is none', { traceparent: 'nonsense' }],
  ])('begins a trace where the event %s', async (_, trace) => {
    await workFor([trace]);

    expect(collector.spans).toMatchObject([{ name: 'work', parentSpanId: undefined, links: [] }]);
  });
});

describe('work for many events', () => {
  it('goes on in the first trace that is recorded, and is linked once to each of the others', async () => {
    await workFor([
      null,
      notRecorded(first),
      recorded(second),
      recorded(third),
      recorded(second),
      recorded(third),
    ]);

    expect(collector.spans).toMatchObject([
      { traceId: second.traceId, parentSpanId: second.spanId, links: [third] },
    ]);
  });

  it('is not recorded where none of them is', async () => {
    await workFor([notRecorded(first), notRecorded(second)]);

    expect(collector.spans).toEqual([]);
  });
});

it('shows that work failed, and not why', async () => {
  const { exitCode } = await workFor([recorded(first)], { error: 'a secret' });

  expect(exitCode).toBe(1);
  expect(collector.spans).toMatchObject([{ name: 'work', hasFailed: true }]);
  expect(JSON.stringify(collector.spans)).not.toContain('secret');
});

it('loads nothing and knows no trace where no exporter is set', async () => {
  const worked = await workFor([recorded(first)], { env: {} });

  expect(worked).toEqual({ exitCode: 0, loaded: false });
  expect(collector.spans).toEqual([]);
});
