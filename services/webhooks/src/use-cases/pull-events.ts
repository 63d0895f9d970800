import { invalidField, POOL_SIZE, type Caller } from '@svc/contracts';
import { createLimitPerKey, type ChangePosition } from '@svc/kernel';
import { meetsConditions } from '../domain/conditions';
import { isPulled, type ManagedEndpoint } from '../domain/endpoint';
import { getReadScope, isHookEvent } from '../domain/hook-events';
import { createWebhookBody, type WebhookBody } from '../domain/webhook-body';
import type { PulledEvents } from '../persistence/pulled-events';
import type { Dependencies } from './dependencies';
import { getOwnHook } from './own-hook';

export interface PulledPage {
  readonly bodies: readonly WebhookBody[];
  readonly next: ChangePosition;
  readonly hasMore: boolean;
}

interface Pull {
  readonly id: number;
  readonly after: ChangePosition | undefined;
  readonly limit: number;
  readonly waitMs: number;
}

/** A quarter of what the gateway passes on; one body may exceed it. */
const MAX_PAGE_BYTES = 4 * 1024 * 1024;

/** An event can be read when all transactions that began before it have ended, within 5 seconds. */
const RETRY_DELAYS_MS = [100, 200, 400, 800, 1_600, 3_200];

export const pullEvents = (dependencies: Dependencies) => {
  const { arrivals, readPulledEvents, startReadingRecords } = dependencies;
  // Long polls are exempt from the limit of calls per company; their reads have this one.
  const runWithinLimit = createLimitPerKey(POOL_SIZE / 2);

  async function readPage(
    caller: Caller,
    { id, conditions, events }: ManagedEndpoint,
    range: { readonly after: ChangePosition | undefined; readonly limit: number },
  ): Promise<PulledPage> {
    const { companyId, scopes, zone, country } = caller;
    const readable = events
      .filter(isHookEvent)
      .filter((each) => scopes.includes(getReadScope(each)));
    const page = await runWithinLimit(String(companyId), () =>
      readPulledEvents({ companyId, endpointId: id }, readable, range),
    );
    const findRecord = startReadingRecords(
      page.events.map(({ event }) => ({ event, zone, country })),
    );
    const all = await Promise.all(
      page.events.map(async ({ event, position }) => {
        const record = await findRecord(event);
        const isWanted = meetsConditions(conditions, record.object);
        return { position, body: isWanted ? createWebhookBody(event, record) : undefined };
      }),
    );
    return cutToSize(all, page);
  }

  return async (caller: Caller, { id, after, limit, waitMs }: Pull): Promise<PulledPage> => {
    const hook = await getOwnHook(dependencies, caller, id);
    if (!isPulled(hook)) {
      throw invalidField('id', `Subscription ${id} sends its events to its target_url.`);
    }
    const untilMs = performance.now() + waitMs;
    const watch = arrivals.watch(caller.companyId);
    try {
      let page = await readPage(caller, hook, { after, limit });
      let retryDelaysMs: readonly number[] = [];
      for (;;) {
        const leftMs = Math.ceil(untilMs - performance.now());
        if (page.bodies.length > 0 || leftMs <= 0) return page;
        if (!page.hasMore) {
          const [retryMs] = retryDelaysMs;
          const hasArrived = await watch.wait(Math.min(leftMs, retryMs ?? leftMs));
          if (!hasArrived && retryMs === undefined) return page;
          retryDelaysMs = hasArrived ? RETRY_DELAYS_MS : retryDelaysMs.slice(1);
        }
        page = await readPage(caller, hook, { after: page.next, limit });
      }
    } finally {
      watch.end();
    }
  };
};

interface ReadEvent {
  readonly position: ChangePosition;
  /** Undefined when a condition holds it back. */
  readonly body: WebhookBody | undefined;
}

function cutToSize(
  events: readonly ReadEvent[],
  { next, hasMore }: Pick<PulledEvents, 'next' | 'hasMore'>,
): PulledPage {
  const bodies: WebhookBody[] = [];
  let bytes = 0;
  let before: ChangePosition | undefined;
  for (const { position, body } of events) {
    bytes += body ? Buffer.byteLength(JSON.stringify(body)) : 0;
    if (bytes > MAX_PAGE_BYTES && before) return { bodies, next: before, hasMore: true };
    if (body) bodies.push(body);
    before = position;
  }
  return { bodies, next, hasMore };
}
