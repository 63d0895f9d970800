import { resolve } from 'node:path';
import type { Mode } from '@svc/contracts';
import type { Command } from 'commander';
import { createModeOption } from '../admin/records-path';
import type { Applied } from '../apply/applied';
import { applyManifest } from '../apply/apply-manifest';
import { toCountRows, type Counts } from '../apply/counts';
import { KINDS } from '../apply/kinds';
import type { Manifest } from '../manifest/manifest';
import { runAsOperator, type CommandEnvironment } from '../operator';
import { table } from '../output';

interface ApplyOptions {
  readonly file: string;
  readonly dryRun?: boolean;
  readonly mode: Mode;
}

export const addApplyCommand = (program: Command, environment: CommandEnvironment): void => {
  program
    .command('apply')
    .description('create or update a company and its records from a manifest')
    .requiredOption('-f, --file <file>', 'the manifest, in YAML or JSON; - for standard input')
    .option('--dry-run', 'only count what would be created, changed and unchanged')
    .addOption(createModeOption())
    .action(
      runAsOperator(
        environment,
        ({ file }: ApplyOptions) => file,
        async ({ client, print }, { file, dryRun = false, mode }: ApplyOptions) => {
          const manifest = await manifestIn(file, environment);
          const { applied, counts } = await applyManifest(client, manifest, { dryRun, mode });
          if (dryRun) print({ dry_run: true, counts }, forecast(manifest, counts));
          else print(applied, summary(manifest, applied, counts));
        },
      ),
    );
};

const STANDARD_INPUT = '-';

async function manifestIn(file: string, { cwd, read }: CommandEnvironment): Promise<Manifest> {
  // Loaded late: manifest parsing is a third of this program's start time.
  const { parseManifest, readManifest } = await import('../manifest/read-manifest');
  return file === STANDARD_INPUT
    ? parseManifest('standard input', await read())
    : readManifest(resolve(cwd, file));
}

const forecast = ({ company }: Manifest, counts: Counts): string =>
  [`Company ${company.slug}, dry run: nothing was written.`, table(toCountRows(counts))].join('\n');

function summary(manifest: Manifest, applied: Applied, counts: Counts): string {
  const sections = KINDS.flatMap((kind) => {
    const entries: unknown = Reflect.get(manifest, kind);
    if (!Array.isArray(entries) || entries.length === 0) return [];
    return `${entries.length} ${kind.replaceAll('_', ' ')}`;
  });
  const keys = Object.entries(applied.api_keys).flatMap(([ref, { key }]) =>
    key === null ? [] : [`API key ${ref}: ${key}`],
  );
  const secrets = Object.entries(applied.webhook_endpoints).flatMap(([ref, { secret }]) =>
    secret === null ? [] : [`Webhook secret ${ref}: ${secret}`],
  );
  const { slug } = manifest.company;
  const headline = [`Company ${slug} (id ${applied.company_id})`, ...sections].join(', ');
  return [headline, table(toCountRows(counts)), ...keys, ...secrets].join('\n');
}
