import { errorOf, judge, type Answered, type Verdict } from '../domain/attempt';
import type { Attempt, DeliveryStatus } from '../domain/delivery';
import { healthAfter, reasonToStop, type Ended, type Endpoint } from '../domain/endpoint';
import { failingNotice, noticeEvent } from '../domain/endpoint-notices';
import { nextAttemptAt } from '../domain/retry-gaps';
import type { FinishedAttempt } from '../persistence/delivery-log';
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

/** Logs a batch of attempts, plans the next ones, and stops endpoints that have to be stopped. */
export const settleAttempts =
  (transact: Transact, gapsMs: readonly number[]) =>
  async (ended: readonly EndedAttempt[]): Promise<void> => {
    const settled = ended.map((each) => settle(each, gapsMs));
    await transact(async (unit) => {
      await unit.log.finish(settled.map(finishedAttempt));
      for (const attempts of byEndpoint(settled)) await careFor(unit, attempts);
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

/** Keeps the health of one endpoint; one that is well and stays well is not touched. */
async function careFor(unit: Unit, attempts: readonly Settled[]): Promise<void> {
  const isNews = attempts.some(
    ({ verdict, ended }) => verdict !== 'succeeded' || ended.claimed.endpoint?.isFailing,
  );
  const [first] = attempts;
  const last = attempts.at(-1);
  if (!isNews || !first || !last) return;
  const { companyId, endpointId } = first.ended.claimed;
  const endpoint = await unit.endpoints.lockIfThere(companyId, endpointId);
  if (!endpoint?.isOn) return;
  const at = last.ended.endedAt;
  if (attempts.some(({ verdict }) => verdict === 'gone')) {
    await stopFor(unit, endpoint, { reason: 'gone', at });
    return;
  }
  const after = attempts.reduce<Endpoint>(
    (health, each) => ({
      ...health,
      ...healthAfter(health, endedOf(each), each.ended.endedAt),
    }),
    endpoint,
  );
  await unit.endpoints.update(after);
  if (after.managedBy === 'dashboard') await warnOrStop(unit, { before: endpoint, after, at });
}

async function warnOrStop(
  unit: Unit,
  { before, after, at }: { readonly before: Endpoint; readonly after: Endpoint; readonly at: Date },
): Promise<void> {
  const reason = reasonToStop(after, at);
  if (reason) return stopFor(unit, after, { reason, at });
  if (before.failedInARow > 0 || after.failedInARow === 0) return;
  const notice = failingNotice(after, at);
  await unit.notices.keep(notice);
  await unit.outbox.append([noticeEvent(after, notice)]);
}
