import type { AdminClient } from '../admin/admin-client';
import type { Manifest } from '../manifest/manifest';
import { nothingApplied, type Applied } from './applied';
import { sender } from './sender';
import { STEPS } from './steps';

/** Creates or updates the company and its records, one after the other. */
export async function applyManifest(client: AdminClient, manifest: Manifest): Promise<Applied> {
  const send = sender(client);
  const company = await send<{ id: number; slug: string }>(
    ['company'],
    { owner: 'gateway', path: '/companies' },
    manifest.company,
  );
  const applied = nothingApplied(company.id);
  const sendWithin: typeof send = (place, { path, ...destination }, body) =>
    send(place, { ...destination, path: `/companies/${company.slug}/${path}` }, body);
  for (const step of STEPS) await step({ manifest, send: sendWithin, applied });
  return applied;
}
