import { join, resolve } from 'node:path';
import { unpackDebianProgram, type DebianProgram } from './debian-packages';
import { LocalServerError } from './local-server-error';
import { findProgram, toFailureText, type ProgramSearch } from './search';

const NAMES = ['valkey-server', 'redis-server'];

const VALKEY: DebianProgram = {
  path: 'usr/bin/valkey-server',
  packages: [
    'valkey-server',
    'valkey-tools',
    'libatomic1',
    'libc6',
    'libcap2',
    'libjemalloc2',
    'liblzf1',
    'libssl3t64',
    'libsystemd0',
    'libzstd1',
    'zlib1g',
  ],
};

export async function findStoreServer(search: ProgramSearch): Promise<string> {
  const { cache, report = () => undefined, signal } = search;
  const found = findProgram('VALKEY_SERVER_BIN', NAMES, search);
  if (found) return found;
  const cached = join(resolve(cache), 'valkey-server');
  try {
    report(`fetching valkey-server: Debian's package`);
    await unpackDebianProgram(cached, VALKEY, signal);
    return cached;
  } catch (error) {
    signal?.throwIfAborted();
    throw new LocalServerError(
      `No valkey-server: install one or a redis-server on the PATH, or name it in VALKEY_SERVER_BIN, or set REDIS_URL (tried Debian's package: ${toFailureText(error)}).`,
    );
  }
}
