import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPackages, listBundledFiles } from './process-files';

export interface BillOfMaterials {
  readonly bomFormat: string;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly {
    readonly ref: string;
    readonly dependsOn?: readonly string[];
  }[];
}

interface Component {
  readonly 'bom-ref': string;
  readonly 'name': string;
  readonly 'version': string;
}

const MAX_DOCUMENT_BYTES = 64 * 1024 * 1024;

export async function listPackages(root: string): Promise<BillOfMaterials> {
  const { stdout } = await promisify(execFile)(
    'npm',
    // `--omit` would also drop packages that others need, as NODE_ENV=production does.
    ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--include', 'dev'],
    { cwd: root, maxBuffer: MAX_DOCUMENT_BYTES },
  );
  return JSON.parse(stdout) as BillOfMaterials;
}

/** Lists the packages whose files the image contains, also bundled ones. */
export function createBill(
  { process, root, files }: { process: string; root: string; files: readonly string[] },
  all: BillOfMaterials,
): BillOfMaterials {
  const folders = findPackages([...files, ...listBundledFiles(root, process)]);
  const inside = new Set(folders.map((folder) => refOf(join(root, folder))));
  const { component } = all.metadata;
  const known = new Set(all.components.map((each) => each['bom-ref']));
  const unknown = [...inside].filter((ref) => !known.has(ref));
  if (unknown.length > 0) throw new Error(`npm sbom does not list ${unknown.join(', ')}.`);
  const has = (ref: string): boolean => ref === component['bom-ref'] || inside.has(ref);
  return {
    ...all,
    metadata: { ...all.metadata, component: { ...component, name: process } },
    components: all.components.filter((each) => has(each['bom-ref'])),
    dependencies: all.dependencies
      .filter(({ ref }) => has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(has) })),
  };
}

function refOf(folder: string): string {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly version: string;
  };
  return `${name}@${version}`;
}
