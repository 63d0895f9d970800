import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@svc/testing';
import { givenCompany } from '../test/platform';
import { subscribe, type Receiver } from '../test/receiver';
import { listed } from '../test/writing';
import { findStreamLeader, hitProcess, victims, type Fault, type Victim } from './faults';
import { callAnyGateway, type ChaosOutcome } from './gateways';
import { countMaxWithin, hammer, revokeKeys, useJobs } from './load';

const PER_MINUTE = 40;
const PER_DAY = 150;
const MINUTE_MS = 60_000;
const RECOVERED_MS = 90_000;
const BREATH_MS = 1_500;

export type Hit = readonly [Victim, Fault['signal']];

export interface ChaosPlan {
  /** Returns undefined to end the run. */
  next(among: readonly Victim[], faults: readonly Fault[]): Hit | undefined;
}

/** Violations are listed, so that a failure shows them. */
export interface Report {
  readonly faults: readonly Fault[];
  readonly acknowledged: number;
  readonly lostWrites: readonly string[];
  /** Writes repeated after a 500, which frees the Idempotency-Key although the first may have been executed. */
  readonly doubledWrites: readonly string[];
  readonly lostEvents: readonly number[];
  readonly admittedAfterRevocation: readonly string[];
  readonly revokedKeys: number;
  readonly mostInAMinute: number;
  readonly inADay: number;
  readonly failingForTheStore: readonly string[];
  /** From each SIGKILL of a replica or NATS node to the start of the last failing request. */
  readonly failing: readonly Failing[];
  /** From each SIGKILL of a NATS node until a later event was delivered. */
  readonly eventsBackMs: readonly number[];
}

export interface Failing {
  readonly of: string;
  readonly forMs: number;
  readonly last: string;
}

export async function runChaos({ next }: ChaosPlan, receiver: Receiver): Promise<Report> {
  const { api, ids, key } = await givenCompany('chaos');
  const minute = await givenCompany('per-minute', { list_reads_per_minute: PER_MINUTE });
  const day = await givenCompany('per-day', { reads_per_day: PER_DAY });
  await subscribe(api, receiver.urlOf('/chaos'), 'job.created');

  const jobs = useJobs(key, ids.customer_locations['shop']);
  const perMinute = hammer(minute.key, { parallel: 8 });
  const perDay = hammer(day.key);
  const keys = revokeKeys('chaos');
  const faults: Fault[] = [];
  const eventsBack: number[] = [];
  const delivered = receivedIn(() => receiver.at('/chaos'));
  try {
    await settled(key);
    for (let chosen = next(victims(), faults); chosen; chosen = next(victims(), faults)) {
      const [victim, signal] = chosen;
      const isLost = victim.group === 'nats' && signal === 'SIGKILL';
      // Losing the leader is the case that matters.
      const fault = await hitProcess(
        isLost ? { ...victim, name: await findStreamLeader() } : victim,
        signal,
      );
      faults.push(fault);
      // Both measurements would include the next fault.
      if (isLost) eventsBack.push(await untilDelivered(fault, jobs.acknowledged, delivered));
      await settled(key);
    }
  } finally {
    await Promise.all([jobs, perMinute, perDay, keys].map((load) => load.stop()));
  }

  const kept = await eventually(() => listed(api), { within: RECOVERED_MS });
  const lostEvents = () => [...jobs.acknowledged.keys()].filter((job) => !delivered().has(job));
  await eventually(() => expect(lostEvents()).toEqual([]), { within: RECOVERED_MS }).catch(
    () => undefined,
  );
  return {
    faults,
    acknowledged: jobs.acknowledged.size,
    lostWrites: [
      ...jobs.lost,
      ...[...jobs.acknowledged.keys()].filter((job) => !kept.has(job)).map((job) => `job ${job}`),
    ],
    doubledWrites: doubled([...kept.values()]),
    lostEvents: lostEvents(),
    admittedAfterRevocation: keys.admitted,
    revokedKeys: keys.revoked(),
    mostInAMinute: countMaxWithin(MINUTE_MS, perMinute.admitted),
    inADay: perDay.admitted.length,
    failingForTheStore: faults.flatMap((fault, at) =>
      fault.group === 'store'
        ? failingIn(jobs.outcomes, fault, faults[at + 1]).map(
            ({ status, startedAt }) =>
              `${status} ${startedAt - fault.at} ms after ${fault.signal} of the store`,
          )
        : [],
    ),
    failing: faults.flatMap((fault, at) => {
      if (fault.signal !== 'SIGKILL' || !['replica', 'nats'].includes(fault.group)) return [];
      const failing = failingIn(jobs.outcomes, fault, faults[at + 1]);
      const last = failing.reduce<ChaosOutcome | undefined>(
        (latest, each) => (latest && latest.startedAt > each.startedAt ? latest : each),
        undefined,
      );
      if (!last) return [{ of: fault.name, forMs: 0, last: '' }];
      const { status, body, startedAt, endedAt } = last;
      const answer = `${status} ${String(body['message'] ?? '')} (${endedAt - startedAt} ms)`;
      return [{ of: fault.name, forMs: startedAt - fault.at, last: answer }];
    }),
    eventsBackMs: eventsBack,
  };
}

export const LIMITS = { mostInAMinute: PER_MINUTE, inADay: PER_DAY } as const;

async function settled(key: string): Promise<void> {
  const answers = async (): Promise<void> => {
    for (let times = 0; times < 5; times += 1) {
      expect((await callAnyGateway('customers?per_page=1', { key })).status).toBe(200);
      expect((await callAnyGateway('jobs?per_page=1', { key })).status).toBe(200);
    }
  };
  await eventually(answers, { within: RECOVERED_MS });
  await pause(BREATH_MS);
}

const failingIn = (outcomes: readonly ChaosOutcome[], fault: Fault, next?: Fault): ChaosOutcome[] =>
  outcomes.filter(
    ({ status, startedAt, endedAt }) =>
      (status === 0 || status >= 500) &&
      startedAt >= fault.at &&
      (next === undefined || endedAt < next.at),
  );

function receivedIn(
  received: () => readonly { readonly body: string }[],
): () => ReadonlySet<number> {
  const jobs = new Set<number>();
  let read = 0;
  return () => {
    for (const { body } of received().slice(read)) {
      const { data } = JSON.parse(body) as { data: { object: { job_id: number } } };
      jobs.add(data.object.job_id);
      read += 1;
    }
    return jobs;
  };
}

async function untilDelivered(
  { at }: Fault,
  acknowledged: ReadonlyMap<number, string>,
  delivered: () => ReadonlySet<number>,
): Promise<number> {
  const before = new Set(acknowledged.keys());
  const isBack = () => [...delivered()].some((job) => !before.has(job));
  await eventually(() => expect(isBack()).toBe(true), { within: RECOVERED_MS });
  return Date.now() - at;
}

const doubled = (titles: readonly string[]): string[] =>
  titles.filter((title, at) => titles.indexOf(title) !== at);
