import type { DomainEvent, EventType, Publisher } from '@svc/contracts';
import { createLogger, type Logger } from '@svc/logging';
import { connectStream, subjectOf, toCloudEvent, type Stream } from '@svc/messaging';
import { eventually, testNats } from '@svc/testing';
import { Registry } from 'prom-client';
import type { TestService } from './service';

interface Following {
  readonly stream: Stream;
  readonly log: Logger;
  readonly metrics: Registry;
}

/** A real stream of the test file's own, on which it plays the other contexts. */
export interface EventStream {
  /** Starts a consumer, which is stopped with the stream. */
  follow(start: (following: Following) => { stop(): Promise<void> }): void;
  /** Publishes an event of company 1; the id of an earlier one makes it the same event again. */
  publish(
    context: Publisher,
    type: EventType,
    recordId: number,
    data: { readonly card: Readonly<Record<string, unknown>> & { readonly version: number } },
    id?: string,
  ): Promise<void>;
  close(): Promise<void>;
}

export function eventStream({ clock }: TestService): EventStream {
  const log = createLogger({ name: 'jobs', level: 'silent' });
  const stream = connectStream({ servers: [testNats().url], name: 'jobs', replicas: 1, log });
  const following: { stop(): Promise<void> }[] = [];
  let published = 0;
  return {
    follow(start) {
      following.push(start({ stream, log, metrics: new Registry() }));
    },

    async publish(context, type, recordId, data, id) {
      published += 1;
      const eventId = id ?? `evt_${published}`;
      const event: DomainEvent = {
        type,
        companyId: 1,
        recordId,
        version: data.card.version,
        occurredAt: clock.now(),
        actor: 'ui',
        data,
      };
      const body = JSON.stringify(toCloudEvent(context, eventId, event));
      await eventually(async () => {
        const outgoing = { id: `message-${published}`, subject: subjectOf(context, type), body };
        expect((await stream.publish([outgoing])).confirmed).toBe(1);
      });
    },

    async close() {
      await Promise.all(following.map((each) => each.stop()));
      await stream.close();
    },
  };
}
