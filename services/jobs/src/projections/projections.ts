import type { Caller } from '@svc/contracts';
import { runOn } from '@svc/database';
import type { Logger } from '@svc/logging';
import type { Stream } from '@svc/messaging';
import { startConsumer } from '@svc/outbox';
import type { Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import { assetCards } from './asset-cards';
import { customerNames } from './customer-names';
import { locationNames } from './location-names';
import type { Owners, Projection } from './projection';
import { technicianNames } from './technician-names';

/** Everything this context copies from others, by what it holds. */
export interface Projections {
  readonly customers: Projection;
  readonly locations: Projection;
  readonly technicians: Projection;
  readonly assets: Projection;
}

export type ProjectionName = keyof Projections;

export const PROJECTION_NAMES = [
  'customers',
  'locations',
  'technicians',
  'assets',
] as const satisfies readonly ProjectionName[];

export const createProjections = (owners: Owners): Projections => ({
  customers: customerNames(owners),
  locations: locationNames(owners),
  technicians: technicianNames(owners),
  assets: assetCards(owners),
});

interface Following {
  readonly db: DataSource;
  readonly stream: Stream;
  readonly log: Logger;
  readonly metrics: Registry;
}

/** Keeps every projection up to date from the owners' events, until stopped. */
export function followOwners(
  projections: Projections,
  { db, stream, log, metrics }: Following,
): { stop(): Promise<void> } {
  const consumers = Object.values<Projection>({ ...projections }).map(({ name, filter, apply }) =>
    startConsumer({
      db,
      stream,
      log,
      metrics,
      durable: `jobs-${name}`,
      filter,
      // A request that finds a copy missing writes it too: two rows in one transaction could block
      // each other.
      batchSize: 1,
      handle: (tx, event) => apply(runOn(tx), event),
    }),
  );
  return {
    async stop() {
      await Promise.all(consumers.map((consumer) => consumer.stop()));
    },
  };
}

/** Rebuilds projections of the caller's company from their owners, and answers the cards of each. */
export type RebuildProjections = (
  names: readonly ProjectionName[],
  caller: Caller,
) => Promise<Readonly<Partial<Record<ProjectionName, number>>>>;

export const rebuildOn =
  (db: DataSource, projections: Projections): RebuildProjections =>
  async (names, caller) => {
    const counts: Partial<Record<ProjectionName, number>> = {};
    for (const name of names) counts[name] = await projections[name].rebuild(runOn(db), caller);
    return counts;
  };
