/**
 * Packages stay in node_modules, and are loaded only by a program that uses them: what a library re-exports
 * is imported by all of its readers. None of ours is imported for what it does as it is loaded.
 */
const externalPackages = {
  name: 'external-packages',
  setup(build) {
    build.onResolve({ filter: /^[@a-z]/i }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@svc/')
        ? undefined
        : { path, external: true, sideEffects: false },
    );
  },
};

/**
 * How a process becomes dist/<name>/main.js: its own sources in one file; packages stay in node_modules.
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
  plugins: [externalPackages],
  sourcemap: 'linked',
  sourcesContent: false,
  banner: { js: 'process.setSourceMapsEnabled(false);' },
  footer: { js: 'process.setSourceMapsEnabled(true);' },
  logLevel: 'warning',
});
