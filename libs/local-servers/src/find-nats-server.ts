import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { LocalServerError } from './local-server-error';
import { NATS_SHA256, NATS_VERSION } from './nats-releases';
import { publishProgram, runProgram } from './run-program';
import { findProgram, toFailureText, type ProgramSearch } from './search';

const DOWNLOAD_MS = 60_000;
const APT_MS = 120_000;

/** Finds nats-server, or fetches it: NATS_SERVER_BIN, PATH, cache, official release, Debian's package. */
export async function findNatsServer(search: ProgramSearch): Promise<string> {
  const { cache, report = () => undefined, signal } = search;
  const found = findProgram('NATS_SERVER_BIN', ['nats-server'], search);
  if (found) return found;

  await mkdir(cache, { recursive: true });
  const cached = join(resolve(cache), 'nats-server');
  const failures: string[] = [];
  for (const [source, fetchInto] of SOURCES) {
    const failure = failures.at(-1);
    const folder = await mkdtemp(join(resolve(cache), 'fetch-'));
    try {
      report(`fetching nats-server: ${source}${failure ? ` (${failure})` : ''}`);
      const fetched = await fetchInto(folder, signal);
      await publishProgram(cached, (draft) => copyFile(fetched, draft));
      return cached;
    } catch (error) {
      signal?.throwIfAborted();
      failures.push(`${source}: ${toFailureText(error)}`);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  throw new LocalServerError(
    `No nats-server: install one on the PATH, or name it in NATS_SERVER_BIN, or set NATS_URL (tried ${failures.join('; ')}).`,
  );
}

type FetchInto = (folder: string, signal?: AbortSignal) => Promise<string>;

const SOURCES: readonly (readonly [string, FetchInto])[] = [
  [`official release ${NATS_VERSION}`, fetchRelease],
  [`Debian's package`, fetchDebianPackage],
];

async function fetchRelease(folder: string, signal?: AbortSignal): Promise<string> {
  const platform = `${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`;
  const sha256 = NATS_SHA256[platform];
  if (!sha256) throw new Error(`no pinned release for ${platform}`);
  const name = `nats-server-v${NATS_VERSION}-${platform}`;
  const url = `https://github.com/nats-io/nats-server/releases/download/v${NATS_VERSION}/${name}.tar.gz`;

  const tooLong = AbortSignal.timeout(DOWNLOAD_MS);
  const response = await fetch(url, {
    signal: signal ? AbortSignal.any([signal, tooLong]) : tooLong,
  });
  if (!response.ok) throw new Error(`${url} responded with ${response.status}`);
  const archive = Buffer.from(await response.arrayBuffer());
  if (createHash('sha256').update(archive).digest('hex') !== sha256) {
    throw new Error(`${url} does not match the pinned SHA-256`);
  }
  await writeFile(join(folder, 'nats-server.tar.gz'), archive);
  await runProgram('tar', ['-xzf', 'nats-server.tar.gz'], { cwd: folder });
  return join(folder, name, 'nats-server');
}

async function fetchDebianPackage(folder: string, signal?: AbortSignal): Promise<string> {
  const download = () =>
    runProgram('apt-get', ['download', 'nats-server'], { cwd: folder, timeout: APT_MS, signal });
  await download().catch(async (error: Error & { code?: unknown }) => {
    if (error.code === 'ENOENT') throw new Error('there is no apt-get');
    await runProgram('apt-get', ['update'], { timeout: APT_MS, signal });
    await download();
  });
  const archive = (await readdir(folder)).find((name) => name.endsWith('.deb'));
  if (!archive) throw new Error('apt-get downloaded no package');
  await runProgram('dpkg-deb', ['-x', archive, 'unpacked'], { cwd: folder });
  return join(folder, 'unpacked/usr/sbin/nats-server');
}
