import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { getWallTimeMs } from '../clock';
import { findBenchCompany, type Bench, type Finding } from '../measurement';
import { quantile } from '../quantile';
import { changeJobs } from '../webhooks/job-changes';
import { signInOwner } from './person';

const COMPANY = 'small';
const CHANGES = 30;
const LEFT_OUT = 5;
/** Longer than a change takes, so that changes do not queue. */
const BETWEEN_MS = 600;

/** Measures the time from a change of a job until a listening browser has read it again. */
export async function measureLive(bench: Bench): Promise<readonly Finding[]> {
  const cookie = await signInOwner(bench, COMPANY);
  const latencies = await latenciesOf(bench, cookie);
  return [
    { name: 'median', value: quantile(latencies, 0.5), atMost: 200 },
    { name: 'worst', value: Math.max(...latencies), atMost: 1_000 },
  ].map(({ name, value, atMost }) => ({
    what: `job change answered → told and read again, ${name}`,
    unit: 'ms',
    value,
    bound: { atMost },
    detail: `${latencies.length} changes through the gateway, one after the other`,
  }));
}

async function latenciesOf(bench: Bench, cookie: string): Promise<readonly number[]> {
  const company = findBenchCompany(bench, COMPANY);
  let isTold = (_event: string): void => undefined;
  const stream = await open(bench, cookie, 'live');
  stream
    .setEncoding('utf8')
    .on('data', (event: string) => isTold(event))
    .on('error', () => undefined);
  const latencies: number[] = [];
  for (let n = 0; n < LEFT_OUT + CHANGES; n += 1) {
    const job = company.firstJob + n;
    const told = new Promise<void>((resolve) => {
      isTold = (event) => {
        if (event.includes(`[${job}]`)) resolve();
      };
    });
    const title = `Changed for its latency ${Date.now()}`;
    const answered = await changeJobs(bench, company, { jobs: [job], perSecond: 1, title });
    await told;
    const shown = await text(await open(bench, cookie, `jobs/${job}`));
    if (!shown.includes(title)) throw new Error('The page returned the old title.');
    if (n >= LEFT_OUT) latencies.push(getWallTimeMs() - (answered.get(job) ?? NaN));
    await pause(BETWEEN_MS);
  }
  stream.destroy();
  return latencies;
}

const open = ({ platform }: Bench, cookie: string, path: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const url = `http://127.0.0.1:${platform.gatewayPort}/dashboard/api/${path}`;
    // Unattended requests do not prolong the session, as in the page.
    const headers = { cookie, 'x-unattended': 'true' };
    get(url, { headers, agent: false }, (response) => {
      if (response.statusCode === 200) resolve(response);
      else reject(new Error(`${path} was answered ${response.statusCode}.`));
    }).once('error', reject);
  });
