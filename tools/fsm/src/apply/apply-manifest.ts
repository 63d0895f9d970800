import type { Mode } from '@svc/contracts';
import type { AdminClient } from '../admin/admin-client';
import { getRecordsPath } from '../admin/records-path';
import type { Manifest } from '../manifest/manifest';
import { nothingApplied } from './applied';
import { nothingCounted } from './counts';
import { createSender } from './sender';
import { STAGES } from './steps';

interface Applying {
  readonly dryRun: boolean;
  readonly mode: Mode;
}

/** Owners of settings, keys and people, which a sandbox shares with its company. */
const COMPANY_OWNERS: readonly string[] = ['gateway', 'dashboard'];

/** Creates or updates the company's or its sandbox's records, stage by stage; a dry run writes nothing. */
export async function applyManifest(
  client: AdminClient,
  manifest: Manifest,
  { dryRun, mode }: Applying,
) {
  const counts = nothingCounted();
  const { send, sendAll } = createSender(client, { counts, dryRun });
  const company = await send<{ id: number; slug: string }>(
    ['company'],
    { owner: 'gateway', path: '/companies' },
    manifest.company,
  );
  const applied = nothingApplied(company.id);
  const sendWithin: typeof sendAll = (kind, { path, ...destination }, bodies) => {
    const records = COMPANY_OWNERS.includes(destination.owner) ? 'live' : mode;
    const whole = `${getRecordsPath(company.slug, records)}/${path}`;
    return sendAll(kind, { ...destination, path: whole }, bodies);
  };
  for (const stage of STAGES) {
    // All steps of a stage must end, even if one fails.
    const ends = await Promise.allSettled(
      stage.map((step) => step({ manifest, sendAll: sendWithin, applied })),
    );
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed) throw failed.reason;
  }
  return { applied, counts };
}
