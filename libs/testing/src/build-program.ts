import { join } from 'node:path';
import { buildSync } from 'esbuild';

const ROOT = join(__dirname, '../../..');

export interface ProgramToBuild {
  readonly entryPoint: string;
  readonly outfile: string;
  /** Files that run before it. */
  readonly inject?: string[];
}

/** Bundles a program as a process is built; packages stay in node_modules. */
export function buildProgram({ entryPoint, outfile, inject = [] }: ProgramToBuild): void {
  buildSync({
    entryPoints: [entryPoint],
    outfile,
    inject,
    tsconfig: join(ROOT, 'tsconfig.base.json'),
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    packages: 'external',
    loader: { '.lua': 'text' },
  });
}
