import { build } from 'esbuild';
import { writeFile } from 'node:fs/promises';
import { bundleOptions } from './bundle.mjs';

const [projectRoot, name] = process.argv.slice(2);

await build(bundleOptions(projectRoot, name));
await writeFile(`dist/${name}/package.json`, '{ "type": "commonjs" }\n');
