import type { Caller } from '@svc/contracts';
import { formatTimestamp } from '@svc/kernel';
import { newEventId } from '@svc/outbox';
import { exampleBeside, examplePrevious, exampleRecord } from '../domain/example-events';
import type { HookEvent } from '../domain/hook-events';
import { webhookBody, type WebhookBody } from '../domain/webhook-body';
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
      object: exampleRecord(event, formatTimestamp(at, caller.zone)),
    };
    return webhookBody(
      {
        id: newEventId(),
        companyId: caller.companyId,
        type: event,
        recordId: 1,
        version: 1,
        occurredAt: at,
        source: caller.actor,
        previous: examplePrevious(event),
        object: null,
      },
      { version, object: { ...object, ...exampleBeside(event) } },
    );
  };
