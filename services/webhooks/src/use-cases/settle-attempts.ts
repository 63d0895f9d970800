import { errorOf, judge, type Answered, type Verdict } from '../domain/attempt';
import type { Attempt, DeliveryStatus } from '../domain/delivery';
import { healthAfterAll, reasonToStop, type Ended, type Endpoint } from '../domain/endpoint';
import { endpointFailing } from '../domain/endpoint-notices';
import { nextAttemptAt } from '../domain/retry-gaps';
import type { DeliveryLog, FinishedAttempt } from '../persistence/delivery-log';
import type { Claimed } from '../persistence/delivery-queue';
import type { Transact, Unit } from '../persistence/transaction';
import { stopFor } from './stop-endpoint';

/** An attempt that has ended, whatever it came to. */
export interface EndedAttempt {
  readonly claimed: Claimed;
  readonly attempt: Omit<Attempt, 'number' | 'error'>;
  readonly outcome: Answered;
  readonly endedAt: Date;
}

interface Settled {
  readonly ended: EndedAttempt;
  readonly verdict: Verdict;
  readonly nextAttemptAt: Date | null;
}

const STATUS: Readonly<Record<Verdict, DeliveryStatus>> = {
  succeeded: 'succeeded',
  retry: 'retrying',
  failed: 'failed',
  gone: 'failed',
};

export interface Settling {
  readonly transact: Transact;
  /** The log outside of any transaction. */
  readonly log: Pick<DeliveryLog, 'finish'>;
  /** Milliseconds between attempts. */
  readonly gapsMs: readonly number[];
}

/** Logs a batch of attempts, plans the next ones, and stops endpoints that have to be stopped. */
export const settleAttempts =
  ({ transact, log, gapsMs }: Settling) =>
  async (ended: readonly EndedAttempt[]): Promise<void> => {
    const settled = ended.map((each) => settle(each, gapsMs));
    const finished = settled.map(finishedAttempt);
    // Nearly every batch: one statement, which is a transaction by itself.
    if (!settled.some(isNews) && new Set(finished.map(({ day }) => day)).size === 1) {
      return log.finish(finished);
    }
    return transact(async (unit) => {
      const concerned = await lockConcerned(unit, byEndpoint(settled));
      await unit.log.finish(finished);
      for (const [endpoint, attempts] of concerned) await careFor(unit, endpoint, attempts);
    });
  };

function settle(ended: EndedAttempt, gapsMs: readonly number[]): Settled {
  const { claimed, outcome, endedAt } = ended;
  const verdict = judge(outcome);
  const { retryAfterSeconds } = outcome;
  const next =
    verdict === 'retry'
      ? nextAttemptAt({ number: claimed.attempts + 1, endedAt, retryAfterSeconds }, gapsMs)
      : undefined;
  return { ended, verdict, nextAttemptAt: next ?? null };
}

const finishedAttempt = ({ ended, verdict, nextAttemptAt: next }: Settled): FinishedAttempt => ({
  ...ended.attempt,
  number: ended.claimed.attemptsBefore + 1,
  error: errorOf(ended.outcome),
  day: ended.claimed.day,
  companyId: ended.claimed.companyId,
  deliveryId: ended.claimed.deliveryId,
  status: verdict === 'retry' && !next ? 'failed' : STATUS[verdict],
  nextAttemptAt: next,
});

/** In order of the endpoints' ids, so that two senders lock them in one order. */
function byEndpoint(settled: readonly Settled[]): Settled[][] {
  const groups = new Map<number, Settled[]>();
  for (const each of settled) {
    const { endpointId } = each.ended.claimed;
    groups.set(endpointId, [...(groups.get(endpointId) ?? []), each]);
  }
  return [...groups].sort(([one], [other]) => one - other).map(([, group]) => group);
}

const endedOf = ({ verdict, nextAttemptAt: next }: Settled): Ended => {
  if (verdict === 'succeeded') return 'succeeded';
  return next ? 'retried' : 'failed';
};

/** Whether an attempt changes what is known of its endpoint's health. */
const isNews = ({ verdict, ended }: Settled): boolean =>
  verdict !== 'succeeded' || ended.claimed.endpoint?.isFailing === true;

/**
 * The endpoints that are not well, or were not before; one that is well and stays well is not touched.
 *
 * They are locked before their deliveries, as by everybody who switches one off.
 */
async function lockConcerned(
  { endpoints }: Unit,
  groups: readonly (readonly Settled[])[],
): Promise<[Endpoint, readonly Settled[]][]> {
  const concerned: [Endpoint, readonly Settled[]][] = [];
  for (const attempts of groups) {
    const [first] = attempts;
    if (!first || !attempts.some(isNews)) continue;
    const { companyId, endpointId } = first.ended.claimed;
    const endpoint = await endpoints.lockIfThere(companyId, endpointId);
    if (endpoint?.isOn) concerned.push([endpoint, attempts]);
  }
  return concerned;
}

/** Keeps the health of one endpoint, and stops it where it has to be stopped. */
async function careFor(
  unit: Unit,
  endpoint: Endpoint,
  attempts: readonly Settled[],
): Promise<void> {
  const last = attempts.at(-1);
  if (!last) return;
  const at = last.ended.endedAt;
  if (attempts.some(({ verdict }) => verdict === 'gone')) {
    await stopFor(unit, endpoint, { reason: 'gone', at });
    return;
  }
  const { health, hasBegunToFail } = healthAfterAll(
    endpoint,
    attempts.map((each) => ({ ended: endedOf(each), at: each.ended.endedAt })),
  );
  const after = { ...endpoint, ...health };
  await unit.endpoints.update(after);
  if (after.managedBy !== 'dashboard') return;
  const reason = reasonToStop(health, at);
  if (reason) await stopFor(unit, after, { reason, at });
  else if (hasBegunToFail) await unit.outbox.append([endpointFailing(after, at)]);
}
