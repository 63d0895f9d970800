import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

const { dependencies } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

/** Bundling these hundreds of files quarters the start time. */
const BUNDLED = new Set(['joi', 'libphonenumber-js', 'nats', 'prom-client', 'typeorm', 'undici']);

const packageOf = (path) => /^(?:@[^/]+\/)?[^/]+/.exec(path)[0];

const NO_MAP = Buffer.from('{"version":3,"sources":[""],"mappings":"AAAA"}').toString('base64');

/** Only listed packages are bundled, all tree-shaken: our modules have no side effects. */
const packages = {
  name: 'packages',
  setup(build) {
    build.onResolve(
      { filter: /^[@a-z]/i },
      async ({ path, kind, importer, resolveDir, pluginData }) => {
        if (kind === 'entry-point' || path.startsWith('@svc/') || pluginData === packages) return;
        const name = packageOf(path);
        const external = { path, external: true, sideEffects: false };
        const isOfPackage = importer.includes('/node_modules/');
        const isBundled = isOfPackage ? !(name in dependencies) : BUNDLED.has(name);
        if (!isBundled) return external;
        const found = await build.resolve(path, {
          kind,
          importer,
          resolveDir,
          pluginData: packages,
        });
        // Optional peers stay external, such as TypeORM's drivers.
        if (found.errors.length > 0) return external;
        return isOfPackage ? found : { ...found, sideEffects: false };
      },
    );
    // Their source maps would take several megabytes.
    build.onLoad({ filter: /\/node_modules\/.*\.[cm]?js$/ }, async ({ path }) => ({
      contents: `${await readFile(path, 'utf8')}\n//# sourceMappingURL=data:application/json;base64,${NO_MAP}`,
    }));
  },
};

/**
 * Bundles the sources and slow-loading packages. Source maps are off while other packages load, which saves
 * 22 MB per service.
 */
export const bundleOptions = (projectRoot, name) => ({
  entryPoints: [`${projectRoot}/src/main.ts`],
  outfile: `dist/${name}/main.js`,
  tsconfig: 'tsconfig.base.json',
  // Tracing must load before everything it traces.
  inject: ['libs/tracing/src/start-tracing.ts'],
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  plugins: [packages],
  loader: { '.lua': 'text' },
  sourcemap: 'linked',
  sourcesContent: false,
  minifyWhitespace: true,
  legalComments: 'none',
  banner: { js: 'process.setSourceMapsEnabled(false);' },
  footer: { js: 'process.setSourceMapsEnabled(true);' },
  logLevel: 'warning',
});
