import type Router from '@koa/router';
import { DomainError, invalidField } from '@svc/contracts';
import type { Context } from 'koa';
import { adminRouter } from './private-routes';
import { queryOf } from './serve';

/** Runs work on use cases whose changes are rolled back and not announced. */
export type DryRun<UseCases> = <T>(work: (useCases: UseCases) => Promise<T>) => Promise<T>;

/**
 * Whether a call of the operator only shows what would change.
 *
 * @throws not_found for a method without dry runs; validation_failed for another value, which would change something
 */
export function isDryRun(ctx: Context): boolean {
  const { dry_run: asked } = queryOf(ctx);
  if (asked === undefined) return false;
  if (asked !== 'true') throw invalidField('dry_run', 'dry_run is true where it is given.');
  // The other routes do more than change records: one sends a test event.
  if (ctx.method !== 'PUT') throw new DomainError('not_found', 'Only PUT has a dry run.');
  return true;
}

/**
 * Answers `PUT /admin/…?dry_run=true` as the admin routes would, and changes nothing. It is mounted
 * before them. References may be to records that are only planned (`isPlanned`).
 */
export const dryRuns = <UseCases>(
  dryRun: DryRun<UseCases>,
  routesOf: (useCases: UseCases) => Router,
): Router =>
  adminRouter().all('/{*rest}', async (ctx, next) => {
    if (!isDryRun(ctx)) return next();
    return dryRun((useCases) => routesOf(useCases).routes()(ctx, next));
  });
