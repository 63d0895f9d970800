import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FETCH_MS = 120_000;

/** Debian's stable release may be newer than this machine's. */
const RELEASE = 'trixie';

/**
 * Unpacks packages of Debian's stable release into a folder inside `folder`, without installing them,
 * and answers where. It waits for them: which tests there are may depend on it.
 */
export function unpackDebianPackages(packages: readonly string[], folder: string): string {
  const lists = join(folder, 'lists');
  mkdirSync(join(lists, 'partial'), { recursive: true });
  const sources = join(folder, 'debian.list');
  const keys = '/usr/share/keyrings/debian-archive-keyring.gpg';
  writeFileSync(sources, `deb [signed-by=${keys}] http://deb.debian.org/debian ${RELEASE} main\n`);
  const apt = (...args: readonly string[]) =>
    execFileSync(
      'apt-get',
      [
        ...['-o', `Dir::Etc::sourcelist=${sources}`, '-o', 'Dir::Etc::sourceparts=/dev/null'],
        ...['-o', `Dir::State::lists=${lists}`, ...args],
      ],
      { cwd: folder, timeout: FETCH_MS, stdio: 'pipe' },
    );
  apt('update');
  apt('download', ...packages.map((name) => `${name}/${RELEASE}`));
  const unpacked = join(folder, 'unpacked');
  for (const name of readdirSync(folder)) {
    if (name.endsWith('.deb')) execFileSync('dpkg-deb', ['-x', join(folder, name), unpacked]);
  }
  return unpacked;
}
