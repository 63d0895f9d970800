import type Router from '@koa/router';
import { createBulkRoutes, type BulksSettings } from './bulks';
import { createDryRunRoutes, type DryRun } from './dry-runs';
import { createEmptySandboxRoutes } from './empty-sandbox';
import { createIdempotentPostRoutes } from './idempotent-posts';
import type { Routes } from './serve';

interface ContextRoutersSettings<UseCases> extends BulksSettings<UseCases> {
  readonly createAdminRoutes: (useCases: UseCases) => Router;
  readonly dryRun: DryRun<UseCases>;
  readonly emptyCompany: Parameters<typeof createEmptySandboxRoutes>[0];
}

/** The routes of a collection with bulks and of its admin routes, in the order they are mounted. */
export function createContextRouters<UseCases>(
  settings: ContextRoutersSettings<UseCases>,
): readonly Routes[] {
  const { useCases, createRoutes, createAdminRoutes, dryRun, emptyCompany } = settings;
  return [
    createBulkRoutes(settings),
    createIdempotentPostRoutes(settings),
    createRoutes(useCases),
    createDryRunRoutes(dryRun, createAdminRoutes),
    createAdminRoutes(useCases),
    createEmptySandboxRoutes(emptyCompany),
  ];
}
