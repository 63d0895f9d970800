// Builds the published package into dist/sdk: types and calls come from the API document, the rest from
// libs/sdk/src.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const SOURCE = 'dist/sdk-source';
const PACKAGE = 'dist/sdk';
const DOCUMENT = 'dist/gateway/openapi.json';

const INDEX = `export type { CallOptions } from './call';
export * from './error-classes';
export {
  ApiError,
  DeadlineError,
  NoAnswerError,
  NotModifiedError,
  UnexpectedAnswerError,
  type ErrorBody,
} from './errors';
export * from './field-service';
export type { List, Live, Page } from './list';
export type { Settings } from './send';
export type * from './schemas';
export { WebhookVerificationError, type ReceivedHeaders } from './verify-webhook';
export type { Removed } from './webhook-event';
export { verifyWebhook, type WebhookEvent, type WebhookObjects } from './webhook-events';
`;

for (const folder of [SOURCE, PACKAGE]) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}
const isSource = (path) => !path.endsWith('.test.ts') && !path.endsWith('index.ts');
cpSync('libs/sdk/src', SOURCE, { recursive: true, filter: isSource });
writeFileSync(join(SOURCE, 'index.ts'), INDEX);

const generator = join(SOURCE, 'generate.cjs');
await build({
  entryPoints: ['libs/sdk/build/main.ts'],
  outfile: generator,
  tsconfig: 'tsconfig.base.json',
  bundle: true,
  platform: 'node',
  packages: 'external',
  logLevel: 'warning',
});
execFileSync(process.execPath, [generator, DOCUMENT, SOURCE], { stdio: 'inherit' });
rmSync(generator);

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const manifest = JSON.parse(readFileSync('libs/sdk/package.json', 'utf8'));
manifest.dependencies = { 'openapi-fetch': dependencies['openapi-fetch'] };
writeFileSync(join(PACKAGE, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
cpSync('libs/sdk/README.md', join(PACKAGE, 'README.md'));

for (const [format, ending] of [
  ['esm', 'mjs'],
  ['cjs', 'cjs'],
]) {
  await build({
    entryPoints: [join(SOURCE, 'index.ts')],
    outfile: join(PACKAGE, `index.${ending}`),
    bundle: true,
    minify: true,
    format,
    // Node.js built-ins are not available in browsers, Deno and Bun.
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2022',
    external: Object.keys(manifest.dependencies),
    logLevel: 'warning',
  });
}

// ES modules and CommonJS each need their own type declarations.
const types = join(SOURCE, 'types');
const tsconfig = {
  extends: '../../tsconfig.base.json',
  compilerOptions: {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    outDir: 'types',
    rootDir: '.',
    types: ['node'],
  },
  files: ['index.ts'],
};
writeFileSync(join(SOURCE, 'tsconfig.json'), JSON.stringify(tsconfig));
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '--project', SOURCE], {
  stdio: 'inherit',
});
for (const file of readdirSync(types)) {
  const text = readFileSync(join(types, file), 'utf8');
  for (const kind of ['m', 'c']) {
    const name = file.replace(/\.d\.ts$/, `.d.${kind}ts`);
    writeFileSync(join(PACKAGE, name), text.replaceAll(/(from '\.\/[\w-]+)'/g, `$1.${kind}js'`));
  }
}
