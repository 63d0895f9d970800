import { aJob, type Answer, type Api } from '../test/platform';

export interface Calling {
  readonly jobs: readonly number[];
  readonly failures: readonly string[];
  more(calls: number): Promise<void>;
  stop(): Promise<void>;
}

type Ids = Readonly<Record<string, number>>;

export interface Callable {
  readonly api: Api;
  readonly ids: {
    readonly company_id: number;
    readonly customers: Ids;
    readonly customer_locations: Ids;
    readonly inventory_items: Ids;
    readonly inventory_locations: Ids;
  };
}

const WORKERS = 3;

export function keepCalling({ api, ids }: Callable): Calling {
  const jobs: number[] = [];
  const failures: string[] = [];
  const waiting: { readonly calls: number; resolve(): void }[] = [];
  let calls = 0;
  let isStopped = false;
  const item = ids.inventory_items['filter'];
  const shop = ids.customer_locations['hotel-shop'];
  const shopOf = `customers?id=${ids.customers['hotel']}&locations=1&location_id=${shop}`;
  const counted = {
    location_id: ids.inventory_locations['main'],
    quantity: 2,
    reason: 'Count',
  };

  async function call(what: string, asked: Promise<Answer>, status: number): Promise<Answer> {
    const answer = await asked;
    if (answer.status !== status) {
      failures.push(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    calls += 1;
    for (const each of waiting) if (calls >= each.calls) each.resolve();
    return answer;
  }

  async function round(title: string): Promise<void> {
    const created = await call('create a job', api.post('jobs', aJob(shop, title)), 201);
    if (created.status !== 201) return;
    const { job_id } = created.body['data'] as { job_id: number };
    jobs.push(job_id);
    const status = { job_status: 'Assigned' };
    await call('move a job', api.patch(`jobs?id=${job_id}`, status), 200);
    await call('read a job', api.get(`jobs?id=${job_id}`), 200);
    await call('list jobs', api.get('jobs?per_page=20&status=Assigned'), 200);
    await call('list customers', api.get('customers'), 200);
    await call('list assets', api.get('assets'), 200);
    const name = { location_name: `Shop of ${title}` };
    await call('rename a location', api.put(shopOf, name), 200);
    await call('count stock', api.post(`inventory?id=${item}&sub=adjust`, counted), 200);
    await call('read an item', api.get(`inventory?id=${item}`), 200);
  }

  async function work(worker: number): Promise<void> {
    for (let count = 0; !isStopped; count += 1) {
      try {
        await round(`round ${worker}-${count}`);
      } catch (error) {
        failures.push(String(error));
      }
    }
  }
  const working = Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)));

  return {
    jobs,
    failures,
    more: (further) => new Promise((resolve) => waiting.push({ calls: calls + further, resolve })),
    async stop() {
      isStopped = true;
      await working;
    },
  };
}
