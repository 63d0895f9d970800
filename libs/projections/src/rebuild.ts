import type { Caller } from '@svc/contracts';
import { createRun } from '@svc/database';
import type { DataSource } from 'typeorm';
import type { Projection } from './projection';

export type RebuildProjections<Name extends string> = (
  names: readonly Name[],
  caller: Caller,
) => Promise<Readonly<Partial<Record<Name, number>>>>;

export const createRebuildProjections =
  <Name extends string>(
    db: DataSource,
    projections: Readonly<Record<Name, Projection>>,
  ): RebuildProjections<Name> =>
  async (names, caller) => {
    const counts: Partial<Record<Name, number>> = {};
    for (const name of names) counts[name] = await projections[name].rebuild(createRun(db), caller);
    return counts;
  };
