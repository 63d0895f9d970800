import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { nodeFileTrace } from '@vercel/nft';

/** Loaded by name when tracing is on, so static analysis misses them. */
const TRACING = [
  '@opentelemetry/api',
  '@opentelemetry/sdk-node',
  '@opentelemetry/instrumentation-http',
  '@opentelemetry/instrumentation-pg',
  '@opentelemetry/instrumentation-undici',
];

/** Most packages are in all processes. */
const cache = {};

export async function listProcessFiles(root: string, process: string): Promise<string[]> {
  const built = join(root, 'dist', process);
  const { resolve } = createRequire(join(built, 'main.js'));
  const programs = [join(built, 'main.js'), ...TRACING.map((name) => resolve(name))];
  const { fileList } = await nodeFileTrace(programs, { base: root, cache });
  const own = readdirSync(built, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)));
  const loaded = [...fileList].filter((path) => path.startsWith('node_modules/'));
  return [...new Set([...own, ...loaded.filter((path) => !path.endsWith('.map'))])].sort();
}

/** Includes packages of the pages that a process serves. */
export function listBundledFiles(root: string, process: string): string[] {
  const built = join(root, 'dist', process);
  const { sources } = readJson<{ sources: string[] }>(join(built, 'main.js.map'));
  const ofPages = join(built, 'web/packages.json');
  return [
    ...sources.map((path) => relative(root, join(built, path))),
    ...(existsSync(ofPages) ? readJson<string[]>(ofPages) : []),
  ].filter((path) => path.startsWith('node_modules/'));
}

const readJson = <Content>(path: string): Content =>
  JSON.parse(readFileSync(path, 'utf8')) as Content;

export function findSharedFiles(files: readonly (readonly string[])[]): string[] {
  const [first = [], ...others] = files.map((each) => new Set(each));
  return [...first].filter((path) => others.every((other) => other.has(path)));
}

export function findPackages(files: readonly string[]): string[] {
  const folders = files.map((path) => PACKAGE.exec(path)?.[0]);
  return [...new Set(folders.filter((folder) => folder !== undefined))].sort();
}

const PACKAGE = /^(.*\/)?node_modules\/(@[^/]+\/)?[^/]+/;
