import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

export interface BrowserProgram {
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Independent of where this file is bundled to. */
const PACKAGES = join(dirname(require.resolve('playwright-core/package.json')), '..');
const CACHE = join(PACKAGES, '.cache');
const COMMANDS = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser'];
const PLACES = [
  ...(process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => COMMANDS.map((command) => join(folder, command))),
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** `TEST_BROWSER` names a program; `npm` forces the npm package's. */
export async function findBrowser(): Promise<BrowserProgram> {
  const { TEST_BROWSER: asked } = process.env;
  const installed = asked || PLACES.find(existsSync);
  if (installed && installed !== 'npm') return { executablePath: installed, env: {} };
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('No Chrome or Chromium was found. Install one, or name it in TEST_BROWSER.');
  }
  return unpackedBrowser();
}

/** Makes the package unpack its libraries, as it only does on AWS Lambda. */
const UNPACK = `import('@sparticuz/chromium').then(({ default: it }) => it.executablePath())`;
const WITH_LIBRARIES = { AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' };

/** The package's own settings expect its fonts elsewhere. */
const fontsIn = (folder: string): string =>
  `<?xml version="1.0"?><fontconfig><dir>${folder}</dir><cachedir>${folder}</cachedir></fontconfig>\n`;

async function unpackedBrowser(): Promise<BrowserProgram> {
  const about = readFileSync(join(PACKAGES, '@sparticuz/chromium/package.json'), 'utf8');
  const { version } = JSON.parse(about) as { readonly version: string };
  const folder = join(CACHE, `chromium-${version}`);
  if (!existsSync(folder)) {
    await mkdir(CACHE, { recursive: true });
    // Unpacked apart and renamed, so that the folder is complete or absent.
    const unpacked = await mkdtemp(`${folder}-`);
    const env = { ...process.env, ...WITH_LIBRARIES, TMPDIR: unpacked };
    await promisify(execFile)(process.execPath, ['-e', UNPACK], { cwd: PACKAGES, env });
    await writeFile(join(unpacked, 'fonts/fonts.conf'), fontsIn(join(folder, 'fonts')));
    await rename(unpacked, folder).catch(async (error: unknown) => {
      await rm(unpacked, { recursive: true });
      // Another process was first.
      if (!existsSync(folder)) throw error;
    });
  }
  return {
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_PATH: join(folder, 'fonts') },
  };
}
