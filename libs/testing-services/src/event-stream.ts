import {
  toSubject,
  type Context,
  type DomainEvent,
  type EventType,
  type Publisher,
} from '@svc/contracts';
import { createLogger, type Logger } from '@svc/logging';
import { connectStream, toCloudEvent, type Stream } from '@svc/messaging';
import { claimTestNats, eventually } from '@svc/testing';
import { Registry } from 'prom-client';

interface ConsumerDependencies {
  readonly stream: Stream;
  readonly log: Logger;
  readonly metrics: Registry;
}

export type EventStream = ReturnType<typeof eventStream>;

export function eventStream(
  context: Context,
  now: () => Date,
  log: Logger = createLogger({ name: context, level: 'silent' }),
) {
  const stream = connectStream({ servers: [claimTestNats().url], name: context, replicas: 1, log });
  const following: { stop(): Promise<void> }[] = [];
  let published = 0;
  return {
    follow(start: (following: ConsumerDependencies) => { stop(): Promise<void> }) {
      following.push(start({ stream, log, metrics: new Registry() }));
    },

    /** The id of an earlier event publishes that event again. */
    async publish(
      publisher: Publisher,
      type: EventType,
      recordId: number,
      data: { readonly card: Readonly<Record<string, unknown>> & { readonly version: number } },
      id?: string,
    ) {
      published += 1;
      const eventId = id ?? `evt_${published}`;
      const event: DomainEvent = {
        type,
        companyId: 1,
        recordId,
        version: data.card.version,
        occurredAt: now(),
        actor: 'ui',
        data,
      };
      const body = JSON.stringify(toCloudEvent(publisher, eventId, event));
      await eventually(async () => {
        const outgoing = { id: `message-${published}`, subject: toSubject(publisher, type), body };
        expect((await stream.publish([outgoing])).confirmed).toBe(1);
      });
    },

    async close() {
      await Promise.all(following.map((each) => each.stop()));
      await stream.close();
    },
  };
}
