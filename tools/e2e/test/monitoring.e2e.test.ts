import { eventually } from '@svc/testing';
import { givenCompany, givenJob, integrator, runFile } from './platform';
import { askedBy, queries, recorded, type Asked } from './queries';
import { startReceiver, subscribe, type Receiver } from './receiver';

/** Labels that Prometheus adds by the ServiceMonitor. */
const PROMETHEUS_LABELS = ['instance', 'job', 'namespace', 'platform', 'pod'];
/** Metrics that Prometheus adds for each target. */
const PROMETHEUS_METRICS = ['up'];
/** Only gateways with a shared store export these; several-gateways.int.test.ts covers them. */
const STORE_METRICS = [
  'fsm_limit_store_errors_total',
  'fsm_limit_store_fallback',
  'fsm_limit_store_round_trip_seconds_bucket',
];

interface Sample {
  readonly process: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

async function scrape(): Promise<Sample[]> {
  const pages = Object.entries(runFile().services).map(async ([process, { metrics }]) => {
    // A kept connection could be closed by the process just as it is reused.
    const answer = await fetch(`${metrics}/metrics`, { headers: { connection: 'close' } });
    const page = await answer.text();
    return [...page.matchAll(/^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? \S+$/gm)].map(
      ([, name = '', labels = '']) => ({
        process,
        name,
        labels: Object.fromEntries(
          [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, value]) => [
            label,
            value,
          ]),
        ) as Record<string, string>,
      }),
    );
  });
  return (await Promise.all(pages)).flat();
}

const isOfProcesses = ({ name }: Asked): boolean =>
  !recorded().has(name) && !PROMETHEUS_METRICS.includes(name) && !STORE_METRICS.includes(name);

const answers = (samples: readonly Sample[], { name, labels, named }: Asked): boolean => {
  const own = named.filter((label) => !PROMETHEUS_LABELS.includes(label));
  return samples.some(
    (sample) =>
      sample.name === name &&
      own.every((label) => label in sample.labels) &&
      Object.entries(labels).every(([label, value]) =>
        label === 'job'
          ? sample.process === value
          : PROMETHEUS_LABELS.includes(label) || sample.labels[label] === value,
      ),
  );
};

/** Metrics or labels in rules and dashboards that no process exports. */
function missingIn(samples: readonly Sample[]): string[] {
  return queries().flatMap(({ of, expr }) => {
    const { metrics, groupedBy } = askedBy(expr);
    const asked = metrics.filter(isOfProcesses);
    const labels = new Set(
      samples
        .filter((sample) => asked.some(({ name }) => name === sample.name))
        .flatMap((sample) => Object.keys(sample.labels)),
    );
    const unknown = groupedBy.filter(
      (label) => asked.length > 0 && !PROMETHEUS_LABELS.includes(label) && !labels.has(label),
    );
    return [
      ...asked
        .filter((each) => !answers(samples, each))
        .map(({ name }) => `${of}: ${name} ${expr}`),
      ...unknown.map((label) => `${of}: the label ${label} of ${expr}`),
    ];
  });
}

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

it('every metric and label that alerts and dashboards name is exported by a running process', async () => {
  const { api, ids } = await givenCompany('measured');
  await subscribe(api, receiver.urlOf('/measured'), 'job.created');
  const job = await givenJob(api, ids.customer_locations['shop'], 'The cooler is warm');
  expect((await api.patch(`jobs?id=${job}`, { job_status: 'Cancelled' })).status).toBe(200);
  expect((await integrator('svc_test_of_nobody').get('jobs')).status).toBe(401);

  await eventually(async () => expect(missingIn(await scrape())).toEqual([]), { within: 30_000 });
});

it('the check sees a metric, a label and a value that nobody exports', async () => {
  const samples = await scrape();
  const asks = (expr: string) => askedBy(expr).metrics.map((each) => answers(samples, each));

  expect(asks('sum(rate(fsm_database_connections{job="jobs", state="idle"}[5m]))')).toEqual([true]);
  expect(asks('fsm_database_connection > 1')).toEqual([false]);
  expect(asks('fsm_database_connections{kind=~"i.*"}')).toEqual([false]);
  expect(asks('fsm_database_connections{state="sleeping"}')).toEqual([false]);
  expect(asks('fsm_jobs{job="gateway"}')).toEqual([false]);
});
