import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { unpackDebianPackages } from '@svc/testing';
import type { IContainer } from 'kubernetes-models/v1/Container';
import type { IPodSpec } from 'kubernetes-models/v1/PodSpec';
import { parseAllDocuments } from 'yaml';

const ROOT = join(__dirname, '../..');
const KUBERNETES = join(ROOT, 'deploy/kubernetes');

/** Where `npm start` keeps the servers that it had to fetch. */
const CACHE = join(ROOT, '.data/bin');

/** As much of a rendered object as all kinds have. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly spec?: unknown;
  readonly data?: Readonly<Record<string, string>>;
}

/** A pod as it is described by what makes it. */
export interface Pod {
  readonly kind: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly spec: IPodSpec;
  /** Init containers, too. */
  readonly containers: readonly IContainer[];
}

export const OVERLAYS = ['demo', 'production'] as const;
export type Overlay = (typeof OVERLAYS)[number];

const works = (program: string): boolean =>
  spawnSync(program, ['version', '--client'], { stdio: 'ignore' }).status === 0;

/**
 * A kubectl that knows components: KUBECTL_BIN, the PATH, or the package of Debian's stable release
 * unpacked into `.data` without installing it. Undefined where there is none to be had.
 */
function findKubectl(): string | undefined {
  const fetched = join(CACHE, 'kubectl');
  const found = [process.env['KUBECTL_BIN'], 'kubectl', fetched].find(
    (program) => program !== undefined && works(program),
  );
  if (found) return found;
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'fetch-'));
  try {
    renameSync(join(unpackDebianPackages(['kubectl'], folder), 'usr/bin/kubectl'), fetched);
    return works(fetched) ? fetched : undefined;
  } catch {
    // No apt-get, no network, another processor: the tests say what is left out.
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const kubectl = findKubectl();
if (!kubectl) process.stderr.write('skipped: there is no kubectl (KUBECTL_BIN)\n');

/** `describe` where there is a kubectl. */
export const describeManifests = kubectl ? describe : describe.skip;

const rendered = new Map<string, Manifest[]>();

/** What `kubectl apply -k` would apply of a folder below `deploy/kubernetes`. */
export function render(folder: string): Manifest[] {
  const known = rendered.get(folder) ?? renderAnew(folder);
  rendered.set(folder, known);
  return known;
}

function renderAnew(folder: string): Manifest[] {
  const output = execFileSync(kubectl ?? 'kubectl', ['kustomize', join(KUBERNETES, folder)], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return parseAllDocuments(output).map((document) => document.toJS() as Manifest);
}

export const ofKind = (manifests: readonly Manifest[], kind: string): Manifest[] =>
  manifests.filter((manifest) => manifest.kind === kind);

/** The pods that Deployments, StatefulSets and Jobs make. */
export const podsOf = (manifests: readonly Manifest[]): Pod[] =>
  manifests
    .filter(({ kind }) => ['Deployment', 'StatefulSet', 'Job'].includes(kind))
    .map(({ kind, metadata: { name }, spec }) => {
      const { template } = spec as {
        readonly template: {
          readonly metadata: { readonly labels: Readonly<Record<string, string>> };
          readonly spec: IPodSpec;
        };
      };
      const { initContainers = [], containers } = template.spec;
      return {
        kind,
        name,
        labels: template.metadata.labels,
        spec: template.spec,
        containers: [...initContainers, ...containers],
      };
    });

/** The pods of our own processes. */
export const processesOf = (manifests: readonly Manifest[]): Pod[] =>
  podsOf(manifests).filter(({ labels }) => labels['app.kubernetes.io/component'] === 'process');
