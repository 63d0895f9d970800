import type { Caller } from '@svc/contracts';
import { createRun } from '@svc/database';
import { createPrivateRoute, fields, found } from '@svc/http';
import type { Middleware } from 'koa';
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

export const createRebuildRoute = <Name extends string>(
  names: readonly Name[],
  rebuild: RebuildProjections<Name>,
): Middleware =>
  createPrivateRoute<{ readonly projection?: Name }>(
    { query: fields.object({ projection: fields.oneOf(names) }) },
    async ({ query: { projection }, caller }) =>
      found(await rebuild(projection ? [projection] : names, caller)),
  );
