// Bundles processes as their sources are saved: `watch.mjs gateway services/jobs …`. Reports the names of
// changed bundles to the launcher that forked it.
import { context } from 'esbuild';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { bundleOptions } from './bundle.mjs';

// A killed launcher sends no stop signal.
process.once('disconnect', () => process.exit());

async function isWritten({ path, contents }) {
  const there = await readFile(path).catch(() => undefined);
  return there?.equals(contents) ?? false;
}

/** Replaces the bundle only if it compiles and differs. */
const replaceBundle = (name) => ({
  name: 'replace-bundle',
  setup(build) {
    build.onEnd(async ({ errors, outputFiles }) => {
      if (errors.length > 0) return;
      const written = await Promise.all(outputFiles.map(isWritten));
      if (written.every(Boolean)) return;
      for (const { path, contents } of outputFiles) {
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, contents);
      }
      process.send?.({ built: name });
    });
  },
});

/** The server reads built pages for each request. */
async function watchPages(configFile) {
  if (!existsSync(configFile)) return;
  const { build } = await import('vite');
  await build({ configFile, build: { watch: {} }, logLevel: 'warn' });
}

for (const projectRoot of process.argv.slice(2)) {
  const name = basename(projectRoot);
  const options = bundleOptions(projectRoot, name);
  const bundle = await context({
    ...options,
    write: false,
    plugins: [...options.plugins, replaceBundle(name)],
  });
  await bundle.watch();
  await watchPages(`${projectRoot}/web/vite.config.mts`);
}
