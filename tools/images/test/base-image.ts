import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const AUTHORITIES = '/etc/ssl/certs/ca-certificates.crt';
const PROGRAMS = [process.execPath, '/usr/bin/env', '/bin/sh'];
const LIBRARIES = ['librt.so.1', 'libutil.so.1'];

/** Builds a base image from this machine's Node.js and npm, as there may be no registry. */
export function makeBaseImage(buildah: (...args: string[]) => string, name: string): void {
  const root = mkdtempSync(join(tmpdir(), 'base-image-'));
  const copy = (path: string, target = path): void => {
    mkdirSync(dirname(join(root, target)), { recursive: true });
    copyFileSync(realpathSync(path), join(root, target));
  };
  try {
    const programs = PROGRAMS.map((path) => [path, `/usr/bin/${path.split('/').at(-1)}`] as const);
    for (const [path, target] of programs) copy(path, target);
    const loaded = PROGRAMS.flatMap((path) => [
      ...execFileSync('ldd', [path], { encoding: 'utf8' }).matchAll(/(\/\S+) \(/g),
    ]).map(([, path = '']) => path);
    const [libc = ''] = loaded.filter((path) => path.includes('libc.so'));
    const others = LIBRARIES.map((library) => join(dirname(libc), library)).filter(existsSync);
    for (const path of new Set([...loaded, ...others])) copy(path);
    copy('/bin/sh');

    const npm = join(dirname(process.execPath), '../lib/node_modules/npm');
    cpSync(npm, join(root, 'usr/lib/node_modules/npm'), { recursive: true });
    symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/bin/npm'));

    mkdirSync(join(root, dirname(AUTHORITIES)), { recursive: true });
    const authorities = new Set([AUTHORITIES, process.env['NODE_EXTRA_CA_CERTS'] ?? AUTHORITIES]);
    writeFileSync(
      join(root, AUTHORITIES),
      [...authorities]
        .filter(existsSync)
        .map((path) => readFileSync(path, 'utf8'))
        .join('\n'),
    );
    if (existsSync('/etc/npmrc')) copy('/etc/npmrc');
    mkdirSync(join(root, 'tmp'), { mode: 0o1777 });

    const container = buildah('from', 'scratch');
    buildah('copy', container, root, '/');
    buildah(
      'config',
      ...[
        'PATH=/usr/bin:/bin',
        `NODE_EXTRA_CA_CERTS=${AUTHORITIES}`,
        `NPM_CONFIG_CAFILE=${AUTHORITIES}`,
      ].flatMap((variable) => ['--env', variable]),
      container,
    );
    buildah('commit', container, name);
    buildah('rm', container);
  } finally {
    rmSync(root, { recursive: true });
  }
}
