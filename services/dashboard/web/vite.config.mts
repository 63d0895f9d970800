import react from '@vitejs/plugin-react';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

const ROOT = join(import.meta.dirname, '../../..');
const OUT = join(ROOT, 'dist/dashboard/web');
/** Not Vite's `assets`: that is the address of a page. */
const FILES = 'files';
/** Pictures are compressed already. */
const TEXT = /\.(js|css|svg|json)$/;

/** Leaves `.br` and `.gz` beside each file, so that no request pays for its compression. */
const compressFiles: Plugin = {
  name: 'compress-files',
  apply: 'build',
  async closeBundle() {
    const folder = join(OUT, FILES);
    const names = (await readdir(folder)).filter((name) => TEXT.test(name));
    await Promise.all(
      names.map(async (name) => {
        const content = await readFile(join(folder, name));
        await writeFile(join(folder, `${name}.br`), await promisify(brotliCompress)(content));
        await writeFile(join(folder, `${name}.gz`), await promisify(gzip)(content, { level: 9 }));
      }),
    );
  },
};

/** Lists the folders of the packages that the pages hold, for the list of what is inside an image. */
const listPackages: Plugin = {
  name: 'list-packages',
  apply: 'build',
  generateBundle(_, bundle) {
    const folders = Object.values(bundle)
      .flatMap((each) => (each.type === 'chunk' ? each.moduleIds : []))
      .flatMap((id) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(relative(ROOT, id))?.[0] ?? []);
    const source = JSON.stringify([...new Set(folders)].sort());
    this.emitFile({ type: 'asset', fileName: 'packages.json', source });
  },
};

export default defineConfig({
  root: import.meta.dirname,
  base: '/dashboard/',
  plugins: [react(), compressFiles, listPackages],
  // What the API publishes, by the modules that `../contract` passes on: they need nothing of Node.js.
  resolve: {
    alias: [
      { find: /^@svc\/contracts\/(.+)$/, replacement: join(ROOT, 'libs/contracts/src/$1.ts') },
    ],
  },
  build: {
    outDir: OUT,
    assetsDir: FILES,
    chunkSizeWarningLimit: 700,
    emptyOutDir: true,
    // The contract's browsers: `:has()` and nested CSS as they are written, but `light-dark()` is not: it has no effect.
    target: 'baseline-widely-available',
    // The policy allows no styles but ours, and a file of its own is kept for ever.
    assetsInlineLimit: 0,
  },
  // The server puts the nonce of each answer in its place.
  html: { cspNonce: '__CSP_NONCE__' },
  server: {
    proxy: { '/dashboard/api': process.env['GATEWAY_URL'] ?? 'http://127.0.0.1:8080' },
  },
});
