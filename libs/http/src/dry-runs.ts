import type Router from '@koa/router';
import { DomainError } from '@svc/contracts';
import { adminRouter } from './private-routes';
import { queryOf } from './serve';

/** Runs work on use cases whose changes are rolled back and not announced. */
export type DryRun<UseCases> = <T>(work: (useCases: UseCases) => Promise<T>) => Promise<T>;

/**
 * Answers `PUT /admin/…?dry_run=true` as the admin routes would, and changes nothing. It is mounted
 * before them. References may be to records that are only planned (`isPlanned`).
 */
export const dryRuns = <UseCases>(
  dryRun: DryRun<UseCases>,
  routesOf: (useCases: UseCases) => Router,
): Router =>
  adminRouter().all('/{*rest}', async (ctx, next) => {
    if (queryOf(ctx)['dry_run'] !== 'true') return next();
    // The other routes do more than change records: one sends a test event.
    if (ctx.method !== 'PUT') throw new DomainError('not_found', 'Only PUT has a dry run.');
    return dryRun((useCases) => routesOf(useCases).routes()(ctx, next));
  });
