import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { aJob, noteUsed } from '../test/platform';
import {
  callAdmin,
  callAnyGateway,
  callGateway,
  listAdminUrls,
  listGatewayUrls,
  type ChaosOutcome,
} from './gateways';

export interface ChaosLoad {
  stop(): Promise<void>;
}

function keepOn(workers: number, breathMs: number, work: () => Promise<void>): ChaosLoad {
  let isStopped = false;
  const worker = async (): Promise<void> => {
    while (!isStopped) {
      await work();
      await pause(breathMs);
    }
  };
  const working = Promise.all(Array.from({ length: workers }, worker));
  return {
    async stop() {
      isStopped = true;
      await working;
    },
  };
}

const AGAIN_MS = 250;
const isFailing = ({ status }: ChaosOutcome): boolean => status === 0 || status >= 500;

/** Creates and reads jobs; each creation is repeated with its Idempotency-Key until acknowledged. */
export function useJobs(key: string, locationId: number | undefined) {
  const acknowledged = new Map<number, string>();
  const outcomes: ChaosOutcome[] = [];
  const lost: string[] = [];
  let titles = 0;
  let isStopped = false;

  async function create(): Promise<void> {
    titles += 1;
    const title = `Chaos ${titles}`;
    const idempotencyKey = randomUUID();
    const body = aJob(locationId, title);
    noteUsed(body);
    // The last creation may be unacknowledged, so its job may exist or not.
    while (!isStopped) {
      const outcome = await callAnyGateway('jobs', { key, method: 'POST', body, idempotencyKey });
      outcomes.push(outcome);
      if (outcome.status === 201) {
        acknowledged.set((outcome.body['data'] as { job_id: number }).job_id, title);
        return;
      }
      if (!isFailing(outcome) && outcome.status !== 409) {
        throw new Error(`${outcome.status} ${JSON.stringify(outcome.body)}`);
      }
      await pause(AGAIN_MS);
    }
  }

  async function read(): Promise<void> {
    const known = [...acknowledged.keys()];
    const job = known[Math.floor(Math.random() * known.length)];
    if (job === undefined) return;
    const outcome = await callAnyGateway(`jobs?id=${job}`, { key });
    outcomes.push(outcome);
    if (outcome.status !== 200 && !isFailing(outcome)) lost.push(`job ${job}: ${outcome.status}`);
  }

  const loads = [keepOn(2, 200, create), keepOn(2, 150, read)];
  return {
    acknowledged,
    outcomes,
    lost,
    async stop() {
      isStopped = true;
      await Promise.all(loads.map((load) => load.stop()));
    },
  };
}

const BREATH_MS = 400;

/** Exceeds a company's limits on all gateways at once and records what was admitted. */
export function hammer(key: string, { parallel = 1 }: { readonly parallel?: number } = {}) {
  const admitted: ChaosOutcome[] = [];
  const load = keepOn(parallel, BREATH_MS, async () => {
    const outcome = await callAnyGateway('jobs?per_page=1', { key });
    if (outcome.status === 200) admitted.push(outcome);
  });
  return { admitted, stop: load.stop };
}

/** The highest count that was certainly admitted within any period of this length. */
export function countMaxWithin(spanMs: number, admitted: readonly ChaosOutcome[]): number {
  const within = ({ startedAt }: ChaosOutcome): number =>
    admitted.filter((other) => other.startedAt >= startedAt && other.endedAt < startedAt + spanMs)
      .length;
  return Math.max(0, ...admitted.map(within));
}

const AFTER_MS = [0, 100, 1_000];
/** Unknown keys may exceed the limit on failed authentications, which rejects no valid key. */
const REFUSED = [401, 429];

export function revokeKeys(slug: string) {
  const admitted: string[] = [];
  let revoked = 0;

  async function revokeOne(): Promise<void> {
    const any = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)] as T;
    const body = { name: 'Revoked soon', scopes: ['jobs:read'] };
    const { id, key } = (await callAdmin(
      any(listAdminUrls()),
      `/companies/${slug}/keys`,
      body,
    )) as {
      readonly id: number;
      readonly key: string;
    };
    const askAll = () =>
      Promise.allSettled(
        listGatewayUrls().map((gateway) => callGateway(gateway, 'jobs?per_page=1', { key })),
      );
    await askAll();
    await callAdmin(any(listAdminUrls()), `/keys/${id}/revoke`);
    revoked += 1;
    for (const afterMs of AFTER_MS) {
      await pause(afterMs);
      for (const answer of await askAll()) {
        if (answer.status === 'rejected') continue;
        const { status } = answer.value;
        if (!REFUSED.includes(status) && status < 500) admitted.push(`key ${id}: ${status}`);
      }
    }
  }

  // The operator's errors during an outage say nothing about keys.
  const load = keepOn(1, 2_000, () => revokeOne().catch(() => undefined));
  return { admitted, revoked: () => revoked, stop: load.stop };
}
