import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

const { dependencies } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

/**
 * Of hundreds of files each, which take a process most of the time that it needs to start: bundled, a
 * quarter of it. Tracing looks into none of them.
 */
const BUNDLED = new Set(['joi', 'libphonenumber-js', 'nats', 'prom-client', 'typeorm', 'undici']);

/** `@scope/name` or `name` of what is imported. */
const packageOf = (path) => /^(?:@[^/]+\/)?[^/]+/.exec(path)[0];

/** Maps a file to itself. */
const NO_MAP = Buffer.from('{"version":3,"sources":[""],"mappings":"AAAA"}').toString('base64');

/**
 * Packages stay in node_modules but for those that are bundled, with the packages that they bring, and are
 * loaded only by a program that uses them: what a library re-exports is imported by all of its readers. None of
 * ours is imported for what it does as it is loaded.
 */
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
        // What a package may use where it is there: TypeORM knows a dozen databases.
        if (found.errors.length > 0) return external;
        return isOfPackage ? found : { ...found, sideEffects: false };
      },
    );
    // Of their sources, the process would keep maps of several megabytes.
    build.onLoad({ filter: /\/node_modules\/.*\.[cm]?js$/ }, async ({ path }) => ({
      contents: `${await readFile(path, 'utf8')}\n//# sourceMappingURL=data:application/json;base64,${NO_MAP}`,
    }));
  },
};

/**
 * How a process becomes dist/<name>/main.js: its own sources in one file, and the packages that would take
 * long to load; all others stay in node_modules.
 *
 * Run with `--enable-source-maps`, Node.js would also keep the maps of every package that it loads,
 * which costs a service 22 MB. So the first line turns that off while the packages are loaded, and the
 * last one turns it on again: what remains is the map of the program itself, 1 MB.
 */
export const bundleOptions = (projectRoot, name) => ({
  entryPoints: [`${projectRoot}/src/main.ts`],
  outfile: `dist/${name}/main.js`,
  tsconfig: 'tsconfig.base.json',
  // Only what is loaded after tracing can be traced.
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
