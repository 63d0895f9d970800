import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { IContainer } from 'kubernetes-models/v1/Container';
import type { IPodSpec } from 'kubernetes-models/v1/PodSpec';
import { parseAllDocuments } from 'yaml';
import { findKubectl } from './find-programs';

const ROOT = join(__dirname, '../..');
const KUBERNETES = join(ROOT, 'deploy/kubernetes');

/** Fields that all kinds have. */
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

export interface Pod {
  readonly kind: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly spec: IPodSpec;
  /** Init containers included. */
  readonly containers: readonly IContainer[];
}

export const OVERLAYS = ['demo', 'production'] as const;

const kubectl = findKubectl();
if (!kubectl) process.stderr.write('skipped: there is no kubectl (KUBECTL_BIN)\n');

/** `describe` when kubectl is available. */
export const describeManifests = kubectl ? describe : describe.skip;

const rendered = new Map<string, Manifest[]>();

/** Renders a folder of `deploy/kubernetes` like `kubectl apply -k`. */
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

/** Pods of Deployments, StatefulSets and Jobs. */
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

export const processesOf = (manifests: readonly Manifest[]): Pod[] =>
  podsOf(manifests).filter(({ labels }) => labels['app.kubernetes.io/component'] === 'process');
