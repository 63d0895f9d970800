import type { Caller } from '@svc/contracts';
import { runOn } from '@svc/database';
import type { DataSource } from 'typeorm';
import type { Projection } from './projection';

export type RebuildProjections<Name extends string> = (
  names: readonly Name[],
  caller: Caller,
) => Promise<Readonly<Partial<Record<Name, number>>>>;

export const rebuildOn =
  <Name extends string>(
    db: DataSource,
    projections: Readonly<Record<Name, Projection>>,
  ): RebuildProjections<Name> =>
  async (names, caller) => {
    const counts: Partial<Record<Name, number>> = {};
    for (const name of names) counts[name] = await projections[name].rebuild(runOn(db), caller);
    return counts;
  };
