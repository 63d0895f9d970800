// Bundles one process into dist/<name>/main.js; packages stay in node_modules.
import { build } from 'esbuild';
import { writeFile } from 'node:fs/promises';

const [projectRoot, name] = process.argv.slice(2);

await build({
  entryPoints: [`${projectRoot}/src/main.ts`],
  outfile: `dist/${name}/main.js`,
  tsconfig: 'tsconfig.base.json',
  // Only what is loaded after tracing can be traced.
  inject: ['libs/process/src/tracing.ts'],
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  packages: 'external',
  sourcemap: 'linked',
  logLevel: 'warning',
});
await writeFile(`dist/${name}/package.json`, '{ "type": "commonjs" }\n');
