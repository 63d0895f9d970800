import { spawnSync } from 'node:child_process';

export const BUILDERS = ['buildah', 'podman', 'docker'] as const;
export type Builder = (typeof BUILDERS)[number];

/** The first builder that works on this machine; undefined where there is none. */
export const findBuilder = (): Builder | undefined => BUILDERS.find(works);

/** Docker's client alone builds nothing: it is asked for its engine. */
function works(builder: Builder): boolean {
  const args = builder === 'docker' ? ['info'] : ['--version'];
  const { status } = spawnSync(builder, args, { stdio: 'ignore' });
  return status === 0;
}

export interface ImageSettings {
  readonly process: string;
  readonly tag: string;
  readonly version: string;
  /** What the sources are known by: a commit, or `unknown`. */
  readonly revision: string;
  /** A Node.js image to build on; the Containerfile's own when absent. */
  readonly base?: string;
}

const CONTAINERFILE = 'deploy/images/Containerfile';

export const imageOf = ({ process, tag }: Pick<ImageSettings, 'process' | 'tag'>): string =>
  `field-service/${process}:${tag}`;

/** What builds one image, in the repository's root. */
export function buildArguments(builder: Builder, image: ImageSettings): string[] {
  const { process, version, revision, base } = image;
  const values = {
    PROCESS: process,
    VERSION: version,
    REVISION: revision,
    ...(base !== undefined && { BASE: base }),
  };
  return [
    'build',
    // All images share the stages in which packages are installed and processes are built.
    ...(builder === 'docker' ? [] : ['--layers']),
    ...Object.entries(values).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]),
    ...['--file', CONTAINERFILE, '--tag', imageOf(image), '.'],
  ];
}

/** What sends an image to a registry, command by command. */
export function pushCommands(
  builder: Builder,
  { image, registry }: { readonly image: string; readonly registry: string },
): string[][] {
  const target = `${registry.replace(/\/$/, '')}/${image}`;
  return builder === 'docker'
    ? [
        ['tag', image, target],
        ['push', target],
      ]
    : [['push', image, target]];
}
