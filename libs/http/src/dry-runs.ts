import type Router from '@koa/router';
import { DomainError, invalidField } from '@svc/contracts';
import type { Context } from 'koa';
import { createAdminRouter } from './private-routes';
import { parseRequestQuery } from './serve';

/** Runs work on use cases whose changes are rolled back and never announced. */
export type DryRun<UseCases> = <T>(work: (useCases: UseCases) => Promise<T>) => Promise<T>;

/**
 * @throws not_found for a method without dry runs; validation_failed for any other value, which would
 * change something
 */
export function isDryRun(ctx: Context): boolean {
  const { dry_run: value } = parseRequestQuery(ctx);
  if (value === undefined) return false;
  if (value !== 'true') throw invalidField('dry_run', 'dry_run must be true or absent.');
  // Other methods do more than change records: one sends a test event.
  if (ctx.method !== 'PUT') throw new DomainError('not_found', 'Only PUT has a dry run.');
  return true;
}

/**
 * Handles `PUT /admin/…?dry_run=true`; mount it before the admin routes. References may name records that
 * are only planned (`isPlannedId`).
 */
export const createDryRunRoutes = <UseCases>(
  dryRun: DryRun<UseCases>,
  createRoutes: (useCases: UseCases) => Router,
): Router =>
  createAdminRouter().all('/{*rest}', async (ctx, next) => {
    if (!isDryRun(ctx)) return next();
    return dryRun((useCases) => createRoutes(useCases).routes()(ctx, next));
  });
