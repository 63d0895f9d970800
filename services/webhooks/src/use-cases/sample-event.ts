import type { Caller } from '@svc/contracts';
import { formatTimestamp } from '@svc/kernel';
import { newEventId } from '@svc/outbox';
import {
  getExampleExtras,
  getExamplePrevious,
  createExampleRecord,
} from '../domain/example-events';
import type { HookEvent } from '../domain/hook-events';
import { createWebhookBody, type WebhookBody } from '../domain/webhook-body';
import type { Dependencies } from './dependencies';
import { requireFeature } from './require-feature';
import { requireReadScope } from './subscribe-hook';

/** Uses the company's newest record, or an example when it has none. */
export const sampleEvent =
  ({ companies, findLatestRecord, now }: Dependencies) =>
  async (caller: Caller, event: HookEvent): Promise<WebhookBody> => {
    await requireFeature({ companies }, caller, event);
    requireReadScope(caller, event);
    const latest = await findLatestRecord(event, caller);
    const at = now();
    const { version, object } = latest ?? {
      version: 1,
      object: createExampleRecord(event, formatTimestamp(at, caller.zone)),
    };
    return createWebhookBody(
      {
        id: newEventId(),
        companyId: caller.companyId,
        type: event,
        recordId: 1,
        version: 1,
        occurredAt: at,
        source: caller.actor,
        previous: getExamplePrevious(event),
        object: null,
      },
      { version, object: { ...object, ...getExampleExtras(event) } },
    );
  };
