import { join } from 'node:path';
import { buildSync } from 'esbuild';

const ROOT = join(__dirname, '../../..');

export interface ProgramToBuild {
  readonly entryPoint: string;
  readonly outfile: string;
  readonly inject?: string[];
}

/** Packages stay in node_modules. */
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
