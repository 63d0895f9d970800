import type { DeliveryStatus } from '@svc/contracts';
import { groupBy } from '@svc/kernel';
import type { EndedAttempt } from '../delivery/recorder';
import { judge, toLoggedError, type Verdict } from '../domain/attempt';
import {
  updateHealthByAll,
  isManaged,
  findReasonToStop,
  type ManagedEndpoint,
  type StatusAfterAttempt,
} from '../domain/endpoint';
import { createFailingNotice } from '../domain/endpoint-notices';
import { planNextAttempt } from '../domain/retry-gaps';
import { TEST_EVENT } from '../domain/webhook-body';
import type { AttemptToLog } from '../persistence/attempt-log';
import type { PendingDelivery } from '../persistence/claim-deliveries';
import type { FindFailing } from '../persistence/endpoint-repository';
import type { UnitOfWork } from '../persistence/transaction';
import type { Dependencies } from './dependencies';
import { stopAndAnnounce } from './stop-endpoint';

interface AttemptResult {
  readonly endpointId: number;
  readonly isTest: boolean;
  readonly verdict: Verdict;
  readonly endedAt: Date;
  readonly isResent: boolean;
  readonly entry: AttemptToLog;
}

interface EndpointResults {
  readonly companyId: number;
  readonly id: number;
  readonly results: readonly AttemptResult[];
}

type RecordDependencies = Pick<Dependencies, 'transact' | 'logAttempts' | 'findFailing' | 'gapsMs'>;

/** Returns each delivery's new status. */
export const recordAttempts =
  ({ transact, logAttempts, findFailing, gapsMs }: RecordDependencies) =>
  async (ended: readonly EndedAttempt<PendingDelivery>[]): Promise<readonly DeliveryStatus[]> => {
    const results = ended.map((each) => toResult(each, gapsMs));
    const entries = results.map(({ entry }) => entry);
    // A test changes an endpoint only by a 410.
    const counted = results.filter(({ isTest, verdict }) => !isTest || verdict === 'gone');
    const changing = await selectChangingHealth(groupByEndpoint(counted), findFailing);
    // Fast path: one statement, no explicit transaction.
    if (changing.length === 0 && new Set(entries.map(({ day }) => day)).size === 1) {
      await logAttempts(entries);
    } else {
      await transact(async (unit) => {
        const locked = await lockEndpoints(unit, changing);
        await unit.deliveries.logAttempts(entries);
        for (const [endpoint, attempts] of locked) await saveHealth(unit, endpoint, attempts);
      });
    }
    return entries.map(({ status }) => status);
  };

function toResult(
  { delivery, attempt, endedAt }: EndedAttempt<PendingDelivery>,
  gapsMs: readonly number[],
): AttemptResult {
  const { companyId, deliveryId, day, endpointId, attempts, loggedAttempts } = delivery;
  const verdict = judge(attempt);
  const { retryAfterSeconds } = attempt;
  const isTest = delivery.event.type === TEST_EVENT;
  const next =
    verdict === 'retry' && !isTest
      ? planNextAttempt({ number: attempts + 1, endedAt, retryAfterSeconds }, gapsMs)
      : undefined;
  const entry: AttemptToLog = {
    ...attempt,
    number: loggedAttempts + 1,
    error: toLoggedError(attempt),
    ...{ companyId, deliveryId, day },
    status: toStatus(verdict, next),
    nextAttemptAt: next ?? null,
  };
  const isResent = loggedAttempts > attempts;
  return { endpointId, isTest, verdict, endedAt, isResent, entry };
}

function toStatus(verdict: Verdict, nextAttempt: Date | undefined): StatusAfterAttempt {
  if (verdict === 'succeeded') return 'succeeded';
  return nextAttempt ? 'retrying' : 'failed';
}

/** Ordered by id, so that all processes lock endpoints in the same order. */
const groupByEndpoint = (results: readonly AttemptResult[]): EndpointResults[] =>
  [...groupBy(results, ({ endpointId }) => endpointId)]
    .sort(([one], [other]) => one - other)
    .map(([id, group]) => ({ id, companyId: group[0]?.entry.companyId ?? 0, results: group }));

/**
 * Selects endpoints that failed now or before; others stay healthy and need no lock. Reads their
 * health now, because failures may have begun since the claim.
 */
async function selectChangingHealth(
  endpoints: readonly EndpointResults[],
  findFailing: FindFailing,
): Promise<EndpointResults[]> {
  const hasFailed = ({ results }: EndpointResults): boolean =>
    results.some(({ verdict }) => verdict !== 'succeeded');
  const failing = await findFailing(endpoints.filter((each) => !hasFailed(each)));
  return endpoints.filter((each) => hasFailed(each) || failing.has(each.id));
}

/** Endpoints are locked before deliveries, as everywhere. A listener has no health. */
async function lockEndpoints(
  { endpoints }: UnitOfWork,
  changing: readonly EndpointResults[],
): Promise<[ManagedEndpoint, readonly AttemptResult[]][]> {
  const locked: [ManagedEndpoint, readonly AttemptResult[]][] = [];
  for (const { companyId, id, results } of changing) {
    const endpoint = await endpoints.lockIfThere(companyId, id);
    if (endpoint?.isOn && isManaged(endpoint)) locked.push([endpoint, results]);
  }
  return locked;
}

async function saveHealth(
  unit: UnitOfWork,
  endpoint: ManagedEndpoint,
  results: readonly AttemptResult[],
): Promise<void> {
  const at = results.at(-1)?.endedAt;
  if (!at) return;
  if (results.some(({ verdict }) => verdict === 'gone')) {
    return stopAndAnnounce(unit, endpoint, { reason: 'gone', at });
  }
  const { health, hasBegunToFail } = updateHealthByAll(
    endpoint,
    results.map(({ entry, endedAt, isResent }) => ({
      status: entry.status,
      at: endedAt,
      isResent,
    })),
  );
  const after = { ...endpoint, ...health };
  await unit.endpoints.update(after);
  const reason = findReasonToStop(health, at);
  if (reason) return stopAndAnnounce(unit, after, { reason, at });
  // Integrators watch the receivers of their subscriptions themselves.
  if (!hasBegunToFail || after.managedBy !== 'dashboard') return;
  const sandboxOf = await unit.companies.sandboxOf(after.companyId);
  const failed = results.find((each) => each.entry.status === 'failed' && !each.isResent);
  const { deliveryId = '' } = failed?.entry ?? {};
  await unit.outbox.append([createFailingNotice({ ...after, sandboxOf }, deliveryId, at)]);
}
