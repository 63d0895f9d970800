import type { AdminClient } from '../admin/admin-client';
import type { Manifest } from '../manifest/manifest';
import { nothingApplied, type Applied } from './applied';
import { nothingCounted, type Counts } from './counts';
import { sender } from './sender';
import { STEPS } from './steps';

export interface Application {
  readonly applied: Applied;
  readonly counts: Counts;
}

/**
 * Creates or updates the company and its records, section by section; in a dry run, only finds out
 * what that would do.
 */
export async function applyManifest(
  client: AdminClient,
  manifest: Manifest,
  { dryRun }: { readonly dryRun: boolean },
): Promise<Application> {
  const counts = nothingCounted();
  const { send, sendAll } = sender(client, { counts, dryRun });
  const company = await send<{ id: number; slug: string }>(
    ['company'],
    { owner: 'gateway', path: '/companies' },
    manifest.company,
  );
  const applied = nothingApplied(company.id);
  const sendWithin: typeof sendAll = (kind, { path, ...destination }, bodies) =>
    sendAll(kind, { ...destination, path: `/companies/${company.slug}/${path}` }, bodies);
  for (const step of STEPS) await step({ manifest, sendAll: sendWithin, applied });
  return { applied, counts };
}
