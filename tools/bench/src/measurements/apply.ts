import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { median, rounded, type Bench, type Measurement } from '../measurement';
import { processorMs, serverProcessorMs } from '../process-figures';

/** Records of each kind; a customer has one location. */
const RECORDS = { technicians: 250, customers: 1_000, assets: 1_000, items: 500, jobs: 1_250 };
const LOCATIONS = RECORDS.customers;
const ALL = Object.values(RECORDS).reduce((sum, records) => sum + records, LOCATIONS);

/** `fsm apply` of a company of 5,000 records, every round a new one. */
export const apply: Measurement = {
  name: 'apply',
  async measure(bench) {
    const rates: number[] = [];
    const before = processorTime(bench);
    for (let round = 1; round <= bench.rounds; round += 1) {
      rates.push((1_000 * ALL) / (await applied(bench, manifestOf(`applied-${round}`))));
    }
    return [
      {
        what: `a manifest of ${rounded(ALL)} records applied`,
        unit: 'records a second',
        value: median(rates),
        bound: { atLeast: 500 },
        spread: [Math.min(...rates), Math.max(...rates)],
        detail: `from the start of fsm to its end; processor time a record: ${shares(before, processorTime(bench), ALL * bench.rounds)}`,
      },
    ];
  },
};

/** Processor time in ms of every process so far, events included that are on their way. */
const processorTime = ({ platform }: Bench): ReadonlyMap<string, number> =>
  new Map([
    ...platform.services.map(({ name, pid }) => [name, processorMs(pid) ?? NaN] as const),
    ['PostgreSQL', serverProcessorMs(platform.postgresPid) ?? NaN] as const,
    ['NATS', processorMs(platform.natsPid) ?? NaN] as const,
  ]);

/** What each process used for one record, the most first. */
const shares = (
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  records: number,
): string =>
  [...after]
    .map(([name, ms]) => [name, (1_000 * (ms - (before.get(name) ?? NaN))) / records] as const)
    .sort(([, one], [, other]) => other - one)
    .map(([name, us]) => `${name} ${rounded(us)} µs`)
    .join(', ');

/** How many milliseconds the operator's command takes. */
async function applied({ platform }: Bench, manifest: object): Promise<number> {
  const { url, token } = platform.adminListener;
  const connection = ['--admin', url, '--token', token];
  const startedMs = performance.now();
  const fsm = spawn(process.execPath, ['dist/fsm/main.js', ...connection, 'apply', '-f', '-'], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  fsm.stdin.end(JSON.stringify(manifest));
  const [code] = (await once(fsm, 'close')) as [number | null];
  if (code !== 0) throw new Error(`fsm apply ended with ${code}.`);
  return performance.now() - startedMs;
}

const list = <Entry>(length: number, entry: (at: number) => Entry): Entry[] =>
  Array.from({ length }, (_, at) => entry(at));

const manifestOf = (slug: string): object => ({
  company: { slug, plan: 'enterprise', features: ['inventory'] },
  asset_types: [{ ref: 'type', name: 'HVAC unit' }],
  inventory_locations: [
    { ref: 'main', location_name: 'Main warehouse', location_type: 'warehouse' },
  ],
  technicians: list(RECORDS.technicians, (at) => ({
    ref: `technician-${at}`,
    first_name: 'Ada',
    last_name: `Byron ${at}`,
    email: `${at}@${slug}.example`,
    skills: [{ skill_name: 'HVAC', skill_level: 4 }],
  })),
  customers: list(RECORDS.customers, (at) => ({
    ref: `customer-${at}`,
    customer_name: `Customer ${at}`,
    customer_email: `desk-${at}@${slug}.example`,
    customer_phone: `+1212555${String(at).padStart(4, '0')}`,
    default_sla_hours: 24,
    locations: [
      {
        ref: `location-${at}`,
        location_name: `Location ${at}`,
        address_street: '350 5th Avenue',
        address_city: 'New York',
        address_state: 'NY',
        address_zip: '10001',
      },
    ],
  })),
  assets: list(RECORDS.assets, (at) => ({
    ref: `asset-${at}`,
    asset_name: `Asset ${at}`,
    asset_type: 'type',
    location: `location-${at % LOCATIONS}`,
    assigned_to: `technician-${at % RECORDS.technicians}`,
    serial_number: `SN-${at}`,
  })),
  inventory_items: list(RECORDS.items, (at) => ({
    ref: `item-${at}`,
    part_number: `P-${at}`,
    part_name: `Part ${at}`,
    stock: { main: 20 },
  })),
  jobs: list(RECORDS.jobs, (at) => ({
    job_title: `Job ${at}`,
    job_description: 'The air conditioning on the roof is loud.',
    location: `location-${at % LOCATIONS}`,
    technician: `technician-${at % RECORDS.technicians}`,
    assets: [`asset-${at % RECORDS.assets}`],
  })),
});
