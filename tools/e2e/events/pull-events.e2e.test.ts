import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@svc/testing';
import { givenCompany, givenJob, givenOwnPlatform, kill, type Api } from '../test/platform';
import { keepWriting, listed } from '../test/writing';

type Fields = Readonly<Record<string, unknown>>;

interface PulledEvent {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly object: Fields; readonly version: number };
}

const RETRY_MS = 100;

givenOwnPlatform({ args: ['--no-demo'] });

/** An ERP behind NAT: it keeps its cursor with its copy, and begins again from it after any failure. */
function startErp(api: Api, id: number) {
  const jobs = new Map<unknown, PulledEvent['data']>();
  const seen: string[] = [];
  let cursor = '';
  let failures = 0;
  let isStopped = false;

  async function pull(): Promise<void> {
    const path = `hooks.php?action=events&id=${id}&wait=20&cursor=${cursor}`;
    const { status, body } = await api.get(path);
    if (status !== 200) throw new Error(`Pulling responded with ${status}.`);
    for (const { id: eventId, data } of body['data'] as readonly PulledEvent[]) {
      seen.push(eventId);
      const { job_id: jobId } = data.object;
      if ((jobs.get(jobId)?.version ?? 0) <= data.version) jobs.set(jobId, data);
    }
    cursor = (body['pagination'] as { next_cursor: string }).next_cursor;
  }

  const working = (async () => {
    while (!isStopped) {
      await pull().catch(() => {
        failures += 1;
        return pause(RETRY_MS);
      });
    }
  })();
  return {
    jobs,
    seen,
    failures: () => failures,
    stop() {
      isStopped = true;
      return working;
    },
  };
}

it('an ERP pulls through kills of webhooks and the gateway, and holds what the API holds', async () => {
  const { api, ids } = await givenCompany('erp-behind-nat');
  const pulled = { delivery: 'pull', events: ['job.created', 'job.status_changed'] };
  const { body: subscription } = await api.post('hooks.php', pulled);
  const erp = startErp(api, Number(subscription['id']));
  const writing = keepWriting(api, ids.customer_locations['shop'], 'pulled');
  try {
    for (const victim of ['webhooks', 'gateway', 'webhooks']) {
      await writing.more(20);
      await kill(victim);
    }
    await writing.more(20);
  } finally {
    await writing.stop();
  }
  const [moved] = writing.acknowledged;
  await eventually(
    async () => {
      const { status } = await api.patch(`jobs?id=${moved}`, { job_status: 'Assigned' });
      expect(status).toBe(200);
    },
    { within: 30_000 },
  );

  const kept = await listed(api);
  await eventually(
    () => {
      expect(erp.jobs.size).toBe(kept.size);
      expect(erp.jobs.get(moved)?.object).toMatchObject({ job_status: 'Assigned' });
    },
    { within: 60_000 },
  );
  for (const [id, { object }] of erp.jobs) {
    expect(object).toEqual((await api.get(`jobs?id=${Number(id)}`)).body['data']);
  }
  // A response that was lost is read again, and nothing else is.
  expect(erp.seen.length - new Set(erp.seen).size).toBeLessThanOrEqual(100 * erp.failures());
  expect(new Set(erp.seen).size).toBe(kept.size + 1);
  await givenJob(api, ids.customer_locations['shop'], 'The last one ends the wait');
  await erp.stop();
}, 300_000);

it('a read waits longer than other calls may take, and is answered as the event arrives', async () => {
  const { api, ids } = await givenCompany('erp-that-waits');
  const pulled = { delivery: 'pull', events: ['job.created'] };
  const { id } = (await api.post('hooks.php', pulled)).body as { readonly id: number };
  const pull = async (wait: number) => {
    const startedMs = performance.now();
    const { status, body } = await api.get(`hooks.php?action=events&id=${id}&wait=${wait}`);
    const events = body['data'] as readonly PulledEvent[];
    return { status, events: events.length, seconds: (performance.now() - startedMs) / 1_000 };
  };

  const idle = await pull(13);
  expect(idle).toMatchObject({ status: 200, events: 0 });
  expect(idle.seconds).toBeGreaterThan(12);

  const waiting = pull(20);
  await pause(1_000);
  await givenJob(api, ids.customer_locations['shop'], 'It arrives');
  const { seconds, ...answer } = await waiting;
  expect(answer).toEqual({ status: 200, events: 1 });
  expect(seconds).toBeLessThan(10);
});
