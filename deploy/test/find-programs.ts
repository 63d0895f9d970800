import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { unpackDebianProgram, type DebianProgram } from '@svc/local-servers';

/** Where `npm start` keeps the servers that it had to fetch. */
const CACHE = join(__dirname, '../../.data/bin');

interface Program extends DebianProgram {
  readonly name: string;
  /** What only a program of use here takes. */
  readonly tried: readonly string[];
}

/** It has to know components. */
const KUBECTL: Program = {
  name: 'kubectl',
  tried: ['version', '--client'],
  path: 'usr/bin/kubectl',
  packages: ['kubectl', 'libc6'],
};
const PROMTOOL: Program = {
  name: 'promtool',
  tried: ['--version'],
  path: 'usr/bin/promtool',
  packages: ['promtool', 'libc6'],
};

/** A program by its variable (KUBECTL_BIN), on the PATH, or as it was fetched. Undefined where there is none. */
const find = ({ name, tried }: Program): string | undefined =>
  [process.env[`${name.toUpperCase()}_BIN`], name, join(CACHE, name)].find(
    (program) =>
      program !== undefined && spawnSync(program, tried, { stdio: 'ignore' }).status === 0,
  );

export const findKubectl = (): string | undefined => find(KUBECTL);
export const findPromtool = (): string | undefined => find(PROMTOOL);

/** Unpacks the packages of Debian's stable release into `.data` of what is not there. */
export async function fetchPrograms(): Promise<void> {
  for (const program of [KUBECTL, PROMTOOL]) {
    if (find(program)) continue;
    try {
      await unpackDebianProgram(join(CACHE, program.name), program);
    } catch {
      // No apt-get, no network, another processor: the tests say what is left out.
    }
  }
}
