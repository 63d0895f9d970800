import react from '@vitejs/plugin-react';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

const ROOT = join(import.meta.dirname, '../../..');
const OUT = join(ROOT, 'dist/dashboard/web');
/** `assets` is the address of a page. */
const FILES = 'files';
const TEXT = /\.(js|css|svg|json)$/;

/** Precompresses files as `.br` and `.gz`. */
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

/** Lists bundled packages for the image's software inventory. */
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
  // Modules that need nothing of Node.js.
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
    // Keeps `:has()` and nested CSS; `light-dark()` is rewritten and has no effect.
    target: 'baseline-widely-available',
    // The policy allows no inline styles or data URLs.
    assetsInlineLimit: 0,
  },
  // Replaced with each response's nonce.
  html: { cspNonce: '__CSP_NONCE__' },
  server: {
    proxy: { '/dashboard/api': process.env['GATEWAY_URL'] ?? 'http://127.0.0.1:8080' },
  },
});
