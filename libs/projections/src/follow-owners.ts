import { consumerOf, type Context } from '@svc/contracts';
import { runOn } from '@svc/database';
import { startConsumer, type ConsumerParts } from '@svc/outbox';
import type { Projection } from './projection';

export interface FollowOwners extends ConsumerParts {
  readonly context: Context;
}

export function followOwners(
  projections: Readonly<Record<string, Projection>>,
  { context, ...following }: FollowOwners,
): { stop(): Promise<void> } {
  const consumers = Object.values(projections).map(({ name, apply }) =>
    startConsumer({
      ...following,
      ...consumerOf(context, name),
      // Requests also write missing copies, each in one statement, so that neither blocks the other.
      handle: (tx, events) => apply(runOn(tx), events),
    }),
  );
  return {
    async stop() {
      await Promise.all(consumers.map((consumer) => consumer.stop()));
    },
  };
}
