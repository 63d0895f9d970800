import { setTimeout } from 'node:timers/promises';
import type { DemoIds, DemoOptions } from './apply-demo';
import { writeHistory, type HistoryOptions } from './write-history';
import type {
  DemoApp,
  DemoChange,
  DemoEndpoint,
  DemoInvoice,
  DemoRefusal,
  DemoRequest,
} from './week';

export interface WeekOptions extends Omit<DemoOptions, 'fsm' | 'now'> {
  readonly gateway: string;
  /** Undefined on systems without a receiver; the company then has no endpoints. */
  readonly receiver: string | undefined;
  readonly databaseUrl: HistoryOptions['databaseUrl'];
  /** Scripts by context. */
  readonly history: string;
}

interface Progress {
  readonly companyId: number;
  readonly ids: DemoIds;
  readonly done: number;
  readonly appKey?: string;
}

/** The history is written over deliveries that were made. */
const MAX_WAIT_MS = 10_000;
const WAIT_MS = 250;

type Step = (progress: Progress) => Promise<Partial<Progress> | void>;

/**
 * Plays the demo company's recent activity step by step, and continues where an earlier run stopped. Only
 * the step during which a run was killed can repeat. A rejected step ends the run.
 */
export async function playWeek(options: WeekOptions): Promise<void> {
  const { folder, report, signal } = options;
  const kept = folder.read<Progress>('demo-week.json');
  if (!kept) return;
  let progress = kept;
  const steps = stepsOf(options);
  try {
    while (progress.done < steps.length) {
      const learnt: Partial<Progress> | void = await steps[progress.done]?.(progress);
      progress = { ...progress, ...learnt, done: progress.done + 1 };
      folder.write('demo-week.json', progress);
    }
  } catch (error) {
    if (signal.aborted) return;
    report(`The demo company's week is incomplete: ${(error as Error).message}`);
  }
}

/** Must be the same at every start, because progress is a count of steps. */
function stepsOf(options: WeekOptions): readonly Step[] {
  const { week, readManifest, admin, gateway, receiver, signal } = options;
  const operator: Call = (method, path, body) =>
    call(`${admin.url}/companies/${readManifest().company.slug}/${path}`, {
      method,
      body,
      signal,
      headers: { authorization: `Bearer ${admin.token}` },
    });
  const app =
    ({ appKey = '' }: Progress): Call =>
    (method, path, body) =>
      call(`${gateway}/api/v1/${path}`, { method, body, signal, headers: { 'x-api-key': appKey } });
  const personNamed = peopleOf(options);

  const addEndpoint =
    ({ path, events }: DemoEndpoint): Step =>
    async () => {
      if (receiver)
        await operator('POST', 'webhooks/endpoints', { url: `${receiver}${path}`, events });
    };

  const receiveRequest =
    ({ customer, job, declined, ...request }: DemoRequest): Step =>
    async ({ ids }) => {
      const body = { ...request, customer_id: customer ? ids.customers[customer] : null };
      const { service_request_id: id } = await operator('POST', 'customers/service-requests', body);
      const path = `customers/service-requests/${id}`;
      if (job) await operator('POST', `${path}/job`, { job_id: ids.jobs[job] });
      if (declined) await operator('POST', `${path}/decline`);
    };

  const charge =
    ({ job, total_cents, payments = [] }: DemoInvoice): Step =>
    async ({ ids }) => {
      const { invoice_id: id } = await operator('POST', `jobs/jobs/${ids.jobs[job]}/invoices`, {
        total_cents,
      });
      for (const [at, amount_cents] of payments.entries()) {
        const payment = { amount_cents, idempotency_key: `${job} ${at + 1}` };
        await operator('POST', `jobs/invoices/${id}/payments`, payment);
      }
    };

  const connectApp =
    ({ by, ...key }: DemoApp): Step =>
    async () => {
      const { key: appKey } = await (await personNamed(by))('POST', 'api-keys', key);
      return { appKey: String(appKey) };
    };

  const beRefused =
    ({ method, path, body }: DemoRefusal): Step =>
    async (progress) => {
      await app(progress)(method, path, body).catch(() => undefined);
    };

  const changeJob =
    ({ by, job, set }: DemoChange): Step =>
    async (progress) => {
      const actor = by === 'app' ? app(progress) : under('v1', await personNamed(by));
      const method = 'job_status' in set ? 'PATCH' : 'PUT';
      await actor(method, `jobs?id=${progress.ids.jobs[job]}`, set);
    };

  const waitForDeliveries: Step = async () => {
    for (let waitedMs = 0; waitedMs < MAX_WAIT_MS; waitedMs += WAIT_MS) {
      const pending = await operator('GET', 'webhooks/deliveries?status=pending&per_page=1');
      if (!(Array.isArray(pending) && pending.length > 0)) return;
      await setTimeout(WAIT_MS, undefined, { signal });
    }
  };

  const giveHistory: Step = ({ companyId }) =>
    writeHistory({
      folder: options.history,
      databaseUrl: options.databaseUrl,
      companyId,
      timezone: readManifest().company.timezone ?? 'UTC',
    });

  return [
    ...week.endpoints.map(addEndpoint),
    ...week.service_requests.map(receiveRequest),
    ...week.invoices.map(charge),
    connectApp(week.app),
    ...week.refused.map(beRefused),
    ...week.changes.map(changeJob),
    waitForDeliveries,
    giveHistory,
  ];
}

/** Returns `data`; rejects with the message of an error response. */
type Call = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH',
  path: string,
  body?: object,
) => Promise<Readonly<Record<string, unknown>>>;

const under =
  (prefix: string, call: Call): Call =>
  (method, path, body) =>
    call(method, `${prefix}/${path}`, body);

function peopleOf({
  gateway,
  readManifest,
  signal,
}: WeekOptions): (email: string) => Promise<Call> {
  const sessions = new Map<string, Promise<string>>();

  async function signIn(email: string): Promise<string> {
    const password = readManifest().users?.find((user) => user.email === email)?.password;
    const response = await send(`${gateway}/dashboard/api/session`, {
      method: 'POST',
      body: { email, password },
      headers: { origin: gateway },
      signal,
    });
    await dataOf(response);
    return response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';', 1)[0])
      .join('; ');
  }

  return async (email) => {
    const session = sessions.get(email) ?? signIn(email);
    sessions.set(email, session);
    const headers = { cookie: await session, origin: gateway };
    return (method, path, body) =>
      call(`${gateway}/dashboard/api/${path}`, { method, body, headers, signal });
  };
}

interface DemoCall {
  readonly method: string;
  readonly body?: object | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

const MAX_STEP_MS = 30_000;

const send = (url: string, { method, body = {}, headers, signal }: DemoCall): Promise<Response> =>
  fetch(url, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(method !== 'GET' && { body: JSON.stringify(body) }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(MAX_STEP_MS)]),
  });

const call = async (url: string, options: DemoCall) => dataOf(await send(url, options));

async function dataOf(response: Response): Promise<Readonly<Record<string, unknown>>> {
  const { data = {}, message } = (await response.json()) as {
    readonly data?: Readonly<Record<string, unknown>>;
    readonly message?: string;
  };
  if (!response.ok) throw new Error(message ?? `status ${response.status}`);
  return data;
}
