import { spawnSync } from 'node:child_process';

export const BUILDERS = ['buildah', 'podman', 'docker'] as const;
export type ImageBuilder = (typeof BUILDERS)[number];

export const findBuilder = (): ImageBuilder | undefined => BUILDERS.find(works);

/** Docker's client cannot build without its engine. */
function works(builder: ImageBuilder): boolean {
  const args = builder === 'docker' ? ['info'] : ['--version'];
  const { status } = spawnSync(builder, args, { stdio: 'ignore' });
  return status === 0;
}

export interface ImageSettings {
  readonly process: string;
  readonly tag: string;
  readonly version: string;
  readonly revision: string;
  /** Node.js base image; defaults to the Containerfile's. */
  readonly base?: string;
}

const CONTAINERFILE = 'deploy/images/Containerfile';

export const getImageName = ({ process, tag }: Pick<ImageSettings, 'process' | 'tag'>): string =>
  `field-service/${process}:${tag}`;

export function buildArguments(builder: ImageBuilder, image: ImageSettings): string[] {
  const { process, version, revision, base } = image;
  const values = {
    PROCESS: process,
    VERSION: version,
    REVISION: revision,
    ...(base !== undefined && { BASE: base }),
  };
  return [
    'build',
    // All images share the install and build stages.
    ...(builder === 'docker' ? [] : ['--layers']),
    ...Object.entries(values).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]),
    ...['--file', CONTAINERFILE, '--tag', getImageName(image), '.'],
  ];
}

export function pushCommands(
  builder: ImageBuilder,
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
