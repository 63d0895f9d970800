import type { Command } from 'commander';
import type { Applied } from '../apply/applied';
import { applyManifest } from '../apply/apply-manifest';
import type { Manifest } from '../manifest/manifest';
import { readManifest } from '../manifest/read-manifest';
import { asOperator, type Surroundings } from '../operator';

interface ApplyOptions {
  readonly file: string;
}

export const addApply = (program: Command, surroundings: Surroundings): void => {
  program
    .command('apply')
    .description('create or update a company and its records from a manifest')
    .requiredOption('-f, --file <file>', 'the manifest, in YAML or JSON')
    .action(
      asOperator(
        surroundings,
        ({ file }: ApplyOptions) => file,
        async ({ client, print }, { file }: ApplyOptions) => {
          const manifest = readManifest(file);
          const applied = await applyManifest(client, manifest);
          print(applied, summary(manifest, applied));
        },
      ),
    );
};

const SECTIONS = [
  'users',
  'technicians',
  'asset_types',
  'suppliers',
  'inventory_locations',
  'customers',
  'assets',
  'inventory_items',
  'jobs',
  'webhook_endpoints',
  'api_keys',
] as const satisfies readonly (keyof Manifest)[];

/** For people: how much there is, and the keys and secrets that are not shown again. */
function summary(manifest: Manifest, applied: Applied): string {
  const counts = SECTIONS.filter((section) => manifest[section].length > 0).map(
    (section) => `${manifest[section].length} ${section.replaceAll('_', ' ')}`,
  );
  const keys = Object.entries(applied.api_keys).flatMap(([ref, { key }]) =>
    key === null ? [] : [`API key ${ref}: ${key}`],
  );
  const secrets = Object.entries(applied.webhook_endpoints).flatMap(([ref, { secret }]) =>
    secret === null ? [] : [`Webhook secret ${ref}: ${secret}`],
  );
  const { slug } = manifest.company;
  const headline = [`Company ${slug} (id ${applied.company_id})`, ...counts].join(', ');
  return [headline, ...keys, ...secrets].join('\n');
}
