import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { unpackDebianProgram } from '@svc/local-servers';

/** Where `npm start` keeps the servers that it had to fetch. */
const FETCHED = join(__dirname, '../../.data/bin/kubectl');

const works = (program: string): boolean =>
  spawnSync(program, ['version', '--client'], { stdio: 'ignore' }).status === 0;

/**
 * A kubectl that knows components: KUBECTL_BIN, the PATH, or what was fetched. Undefined where there is
 * none.
 */
export const findKubectl = (): string | undefined =>
  [process.env['KUBECTL_BIN'], 'kubectl', FETCHED].find(
    (program) => program !== undefined && works(program),
  );

/** Unpacks the package of Debian's stable release into `.data` where there is no kubectl. */
export async function fetchKubectl(): Promise<void> {
  if (findKubectl()) return;
  try {
    await unpackDebianProgram(FETCHED, { path: 'usr/bin/kubectl', packages: ['kubectl', 'libc6'] });
  } catch {
    // No apt-get, no network, another processor: the tests say what is left out.
  }
}
