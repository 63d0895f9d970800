import { existsSync } from 'node:fs';
import {
  mkdir,
  mkdtemp,
  readdir,
  readlink,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { publishProgram, runProgram } from './run-program';

export interface DebianProgram {
  readonly path: string;
  readonly packages: readonly string[];
}

const APT_MS = 120_000;

const RELEASE = 'trixie';

/**
 * Unpacks a program without installing it; `program` becomes a script that starts it with its own
 * libraries.
 *
 * @throws without apt-get, network or a processor that Debian supports
 */
export async function unpackDebianProgram(
  program: string,
  { path, packages }: DebianProgram,
  signal?: AbortSignal,
): Promise<void> {
  const cache = resolve(program, '..');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'fetch-'));
  try {
    const lists = join(folder, 'lists');
    await mkdir(join(lists, 'partial'), { recursive: true });
    const sources = join(folder, 'debian.list');
    const keys = '/usr/share/keyrings/debian-archive-keyring.gpg';
    await writeFile(
      sources,
      `deb [signed-by=${keys}] http://deb.debian.org/debian ${RELEASE} main\n`,
    );
    const apt = (...args: readonly string[]) =>
      runProgram(
        'apt-get',
        [
          ...['-o', `Dir::Etc::sourcelist=${sources}`, '-o', 'Dir::Etc::sourceparts=/dev/null'],
          ...['-o', `Dir::State::lists=${lists}`, ...args],
        ],
        { cwd: folder, timeout: APT_MS, signal },
      );
    await apt('update');
    await apt('download', ...packages);
    const unpacked = join(folder, 'unpacked');
    for (const name of await readdir(folder)) {
      if (name.endsWith('.deb')) await runProgram('dpkg-deb', ['-x', join(folder, name), unpacked]);
    }
    await linkWithin(unpacked);
    await keep(unpacked, program, path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function linkWithin(unpacked: string): Promise<void> {
  for (const entry of await readdir(unpacked, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) continue;
    const link = join(entry.parentPath, entry.name);
    const target = await readlink(link);
    const own = join(unpacked, target);
    if (!isAbsolute(target) || !existsSync(own)) continue;
    await rm(link);
    await symlink(relative(entry.parentPath, own), link);
  }
}

async function keep(unpacked: string, program: string, path: string): Promise<void> {
  const home = `${program}-files`;
  if (!existsSync(home)) await rename(unpacked, home);
  const [loader] = (await readdir(join(home, 'usr/lib64'))).filter((name) =>
    name.startsWith('ld-'),
  );
  const libraries = (await readdir(join(home, 'usr/lib'))).filter((name) =>
    name.endsWith('-linux-gnu'),
  );
  await publishProgram(program, (draft) =>
    writeFile(
      draft,
      `#!/bin/sh
home="$0-files"
exec "$home/usr/lib64/${loader}" --library-path "$home/usr/lib/${libraries[0]}" "$home/${path}" "$@"
`,
    ),
  );
}
