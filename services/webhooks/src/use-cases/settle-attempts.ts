import type { DeliveryStatus } from '@svc/contracts';
import type { Attempted } from '../delivery/attempt-delivery';
import { errorOf, judge, type Verdict } from '../domain/attempt';
import {
  healthAfterAll,
  isLasting,
  reasonToStop,
  type Ended,
  type LastingEndpoint,
} from '../domain/endpoint';
import { endpointFailing } from '../domain/endpoint-notices';
import { nextAttemptAt } from '../domain/retry-gaps';
import { TEST_EVENT } from '../domain/webhook-body';
import type { FinishedAttempt } from '../persistence/attempt-log';
import type { PendingDelivery } from '../persistence/claim-deliveries';
import type { FindFailing } from '../persistence/endpoint-repository';
import type { UnitOfWork } from '../persistence/transaction';
import type { Dependencies } from './dependencies';
import { stopFor } from './stop-endpoint';

export interface AttemptToSettle extends Attempted {
  readonly claimed: PendingDelivery;
  readonly endedAt: Date;
}

interface Settled {
  readonly ended: AttemptToSettle;
  readonly verdict: Verdict;
  readonly nextAttemptAt: Date | null;
}

const STATUS: Readonly<Record<Verdict, DeliveryStatus>> = {
  succeeded: 'succeeded',
  retry: 'retrying',
  failed: 'failed',
  gone: 'failed',
};

type Settling = Pick<Dependencies, 'transact' | 'logAttempts' | 'findFailing' | 'gapsMs'>;

/**
 * Logs a batch of attempts, plans the next ones, and stops failing endpoints. Returns each
 * delivery's new status.
 */
export const settleAttempts =
  ({ transact, logAttempts, findFailing, gapsMs }: Settling) =>
  async (ended: readonly AttemptToSettle[]): Promise<readonly DeliveryStatus[]> => {
    const settled = ended.map((each) => settle(each, gapsMs));
    const finished = settled.map(finishedAttempt);
    const groups = byEndpoint(settled);
    const changing = await endpointsWhoseHealthChanges(groups, findFailing);
    // Fast path: one statement, no explicit transaction.
    if (changing.length === 0 && new Set(finished.map(({ day }) => day)).size === 1) {
      await logAttempts(finished);
    } else {
      await transact(async (unit) => {
        const concerned = await lockEndpoints(unit, changing);
        await unit.deliveries.finish(finished);
        for (const [endpoint, attempts] of concerned) await keepHealth(unit, endpoint, attempts);
      });
    }
    return finished.map(({ status }) => status);
  };

function settle(ended: AttemptToSettle, gapsMs: readonly number[]): Settled {
  const { claimed, outcome, endedAt } = ended;
  const verdict = judge(outcome);
  const { retryAfterSeconds } = outcome;
  const mayBeRetried = verdict === 'retry' && claimed.event.type !== TEST_EVENT;
  const next = mayBeRetried
    ? nextAttemptAt({ number: claimed.attempts + 1, endedAt, retryAfterSeconds }, gapsMs)
    : undefined;
  return { ended, verdict, nextAttemptAt: next ?? null };
}

const finishedAttempt = ({ ended, verdict, nextAttemptAt: next }: Settled): FinishedAttempt => ({
  id: ended.attempt.id,
  number: ended.claimed.attemptsBefore + 1,
  startedAt: ended.attempt.startedAt,
  durationMs: ended.attempt.durationMs,
  responseCode: ended.attempt.responseCode,
  error: errorOf(ended.outcome),
  requestHeaders: ended.attempt.requestHeaders,
  requestBody: ended.attempt.requestBody,
  answer: ended.attempt.answer,
  day: ended.claimed.day,
  companyId: ended.claimed.companyId,
  deliveryId: ended.claimed.deliveryId,
  status: verdict === 'retry' && !next ? 'failed' : STATUS[verdict],
  nextAttemptAt: next,
});

/** Ordered by id, so that all processes lock endpoints in the same order. */
function byEndpoint(settled: readonly Settled[]): Group[] {
  const groups = new Map<number, Group & { readonly attempts: Settled[] }>();
  for (const each of settled) {
    const { companyId, endpointId: id } = each.ended.claimed;
    const group = groups.get(id);
    if (group) group.attempts.push(each);
    else groups.set(id, { companyId, id, attempts: [each] });
  }
  return [...groups.values()].sort((one, other) => one.id - other.id);
}

const endedOf = ({ verdict, nextAttemptAt: next }: Settled): Ended => {
  if (verdict === 'succeeded') return 'succeeded';
  return next ? 'retried' : 'failed';
};

interface Group {
  readonly companyId: number;
  readonly id: number;
  readonly attempts: readonly Settled[];
}

/**
 * Returns endpoints with a failure, now or before; the others need no lock.
 *
 * Reads the health now, not at the claim: failures may have begun since, which a success has to
 * end.
 */
async function endpointsWhoseHealthChanges(
  groups: readonly Group[],
  findFailing: FindFailing,
): Promise<Group[]> {
  const hasFailed = ({ attempts }: Group): boolean =>
    attempts.some(({ verdict }) => verdict !== 'succeeded');
  const failing = await findFailing(groups.filter((group) => !hasFailed(group)));
  return groups.filter((group) => hasFailed(group) || failing.has(group.id));
}

/** Endpoints are locked before deliveries, like everywhere. A listener has no health. */
async function lockEndpoints(
  { endpoints }: UnitOfWork,
  groups: readonly Group[],
): Promise<[LastingEndpoint, readonly Settled[]][]> {
  const locked: [LastingEndpoint, readonly Settled[]][] = [];
  for (const { companyId, id, attempts } of groups) {
    const endpoint = await endpoints.lockIfThere(companyId, id);
    if (endpoint?.isOn && isLasting(endpoint)) locked.push([endpoint, attempts]);
  }
  return locked;
}

async function keepHealth(
  unit: UnitOfWork,
  endpoint: LastingEndpoint,
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
  const reason = reasonToStop(health, at);
  if (reason) return stopFor(unit, after, { reason, at });
  // Integrators watch their own receivers; they hear only when a subscription is switched off.
  const isWarned = hasBegunToFail && after.managedBy === 'dashboard';
  if (!isWarned) return;
  const sandboxOf = await unit.companies.sandboxOf(after.companyId);
  await unit.outbox.append([endpointFailing({ ...after, sandboxOf }, at)]);
}
