import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { rounded, type Finding } from '../measurement';
import { waitUntilUsable, type Browsing } from './browsing';

const FILES = 'dist/dashboard/web/files';
const FIRST = 'Overview';

export async function measureFirstLoad({ newContext, gateway }: Browsing): Promise<Finding[]> {
  const context = await newContext();
  const page = await context.newPage();
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname);
  });
  await page.goto(`${gateway}/dashboard`);
  await waitUntilUsable(page, FIRST);
  await context.close();
  const sizes = [...scripts].map((path) => statSync(join(FILES, `${basename(path)}.gz`)).size);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  return [
    {
      what: `JavaScript before ${FIRST} works`,
      unit: 'KB of gzip',
      value: bytes / 1_024,
      bound: { atMost: 250 },
      detail: `${scripts.size} files, the largest ${rounded(Math.max(...sizes) / 1_024)} KB`,
    },
  ];
}
