import { get, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { wallMs } from '../clock';
import { companyOf, pidsOf, rounded, type Bench, type Finding } from '../measurement';
import { processorMs, residentMb } from '../process-figures';
import { quantile } from '../quantile';
import { changeJobs } from '../webhooks/job-changes';
import { signIn } from './person';

const COMPANY = 'small';
const CHANGES = 30;
/** The first ones open connections and warm up code. */
const LEFT_OUT = 5;
/** So that no change waits for the one before. */
const BETWEEN_MS = 600;
const BROWSERS = 500;
/** Of them, when they come. */
const AT_ONCE = 20;
const PER_SECOND = 50;
const SECONDS = 10;

/**
 * How soon a change of a job is known to a browser that listens, and has been read again; and what it
 * costs the dashboard that five hundred of them listen.
 */
export async function measureLive(bench: Bench): Promise<readonly Finding[]> {
  const cookie = await signIn(bench, COMPANY);
  const latencies = await latenciesOf(bench, cookie);
  return [
    ...[
      { name: 'median', value: quantile(latencies, 0.5), atMost: 200 },
      { name: 'worst', value: Math.max(...latencies), atMost: 1_000 },
    ].map(({ name, value, atMost }) => ({
      what: `job change answered → told and read again, ${name}`,
      unit: 'ms',
      value,
      bound: { atMost },
      detail: `${latencies.length} changes through the gateway, one after the other`,
    })),
    ...(await costOf(bench, cookie)),
  ];
}

async function latenciesOf(bench: Bench, cookie: string): Promise<readonly number[]> {
  const company = companyOf(bench, COMPANY);
  let isTold = (_text: string): void => undefined;
  const stream = await listen(bench, cookie, (text) => isTold(text));
  const latencies: number[] = [];
  for (let n = 0; n < LEFT_OUT + CHANGES; n += 1) {
    const job = company.firstJob + n;
    const told = new Promise<void>((resolve) => {
      isTold = (text) => {
        if (text.includes(`[${job}]`)) resolve();
      };
    });
    const title = `Changed for its latency ${Date.now()}`;
    const answered = await changeJobs(bench, company, { jobs: [job], perSecond: 1, title });
    await told;
    const shown = await textOf(await open(bench, cookie, `jobs/${job}`));
    if (!shown.includes(title)) throw new Error('What was read again is what was before.');
    if (n >= LEFT_OUT) latencies.push(wallMs() - (answered.get(job) ?? NaN));
    await pause(BETWEEN_MS);
  }
  stream.destroy();
  return latencies;
}

async function costOf(bench: Bench, cookie: string): Promise<readonly Finding[]> {
  const company = companyOf(bench, COMPANY);
  const [pid = NaN] = pidsOf(bench, 'dashboard');
  const before = residentMb(pid);
  const startedAt = Number(processorMs(pid));
  let messages = 0;
  const streams: IncomingMessage[] = [];
  while (streams.length < BROWSERS) {
    const some = Array.from({ length: AT_ONCE }, () =>
      listen(bench, cookie, () => (messages += 1)),
    );
    streams.push(...(await Promise.all(some)));
  }
  const connected = (Number(processorMs(pid)) - startedAt) / BROWSERS;
  const idle = await shareOfProcessor(pid, () => pause(SECONDS * 1_000));
  messages = 0;
  const jobs = Array.from({ length: PER_SECOND * SECONDS }, (_, n) => company.firstJob + n);
  const title = `Changed for many ${Date.now()}`;
  const busy = await shareOfProcessor(pid, () =>
    changeJobs(bench, company, { jobs, perSecond: PER_SECOND, title }),
  );
  const after = residentMb(pid);
  for (const stream of streams) stream.destroy();
  const unit = '% of a processor';
  return [
    {
      what: `dashboard with ${BROWSERS} browsers that listen`,
      unit: 'MB more',
      value: after - before,
      bound: { atMost: 150 },
      detail: `${rounded(before)} MB before them, ${rounded(after)} MB after ${jobs.length} changes`,
    },
    {
      what: 'a browser that connects',
      unit: 'ms of a processor',
      value: connected,
      detail: `the dashboard's part, of ${BROWSERS} that come ${AT_ONCE} at a time`,
    },
    { what: `${BROWSERS} browsers that listen`, unit, value: idle, detail: 'nothing changes' },
    {
      what: `${BROWSERS} browsers that listen, ${PER_SECOND} changes a second`,
      unit,
      value: busy,
      detail: `${rounded(messages / BROWSERS)} messages to each`,
    },
  ];
}

/** Processor time that a process has used meanwhile. */
async function shareOfProcessor(pid: number, work: () => Promise<unknown>): Promise<number> {
  const [startedAt, before] = [performance.now(), processorMs(pid)];
  await work();
  return (100 * (Number(processorMs(pid)) - Number(before))) / (performance.now() - startedAt);
}

async function listen(
  bench: Bench,
  cookie: string,
  told: (text: string) => void,
): Promise<IncomingMessage> {
  const stream = await open(bench, cookie, 'live');
  stream.setEncoding('utf8').on('data', told);
  return stream.on('error', () => undefined);
}

const open = ({ platform }: Bench, cookie: string, path: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const url = `http://127.0.0.1:${platform.gatewayPort}/dashboard/api/${path}`;
    // As a page asks by itself, of which the session takes no note.
    const headers = { cookie, 'x-unattended': 'true' };
    get(url, { headers, agent: false }, (response) => {
      if (response.statusCode === 200) resolve(response);
      else reject(new Error(`${path} was answered ${response.statusCode}.`));
    }).once('error', reject);
  });

async function textOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of response.setEncoding('utf8')) text += piece;
  return text;
}
