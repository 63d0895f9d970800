import { getConsumer, type Context } from '@svc/contracts';
import { createRun } from '@svc/database';
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
      ...getConsumer(context, name),
      // Requests also write missing copies, each in one statement, so that neither blocks the other.
      handle: (tx, events) => apply(createRun(tx), events),
    }),
  );
  return {
    async stop() {
      await Promise.all(consumers.map((consumer) => consumer.stop()));
    },
  };
}
