import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { listBundledFiles, packagesIn } from './process-files';

/** As much of a CycloneDX document as is changed here; npm writes the rest. */
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

const LARGEST_DOCUMENT = 64 * 1024 * 1024;

/** Every package of the repository, in CycloneDX, by npm itself. */
export async function allPackages(root: string): Promise<BillOfMaterials> {
  const { stdout } = await promisify(execFile)(
    'npm',
    // What is omitted takes along what others need, too; and NODE_ENV omits what only developers need.
    ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--include', 'dev'],
    { cwd: root, maxBuffer: LARGEST_DOCUMENT },
  );
  return JSON.parse(stdout) as BillOfMaterials;
}

/**
 * What is inside the image of a process: the packages of which it holds files, by themselves or bundled,
 * and nothing else.
 */
export function billOf(
  { process, root, files }: { process: string; root: string; files: readonly string[] },
  all: BillOfMaterials,
): BillOfMaterials {
  const folders = packagesIn([...files, ...listBundledFiles(root, process)]);
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
