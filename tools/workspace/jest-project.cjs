const { createHash } = require('node:crypto');
const { join, relative, sep } = require('node:path');
const { paths } = require('../../tsconfig.base.json').compilerOptions;

const root = join(__dirname, '../..');

const isPattern = ([name]) => name.includes('*');

/** Exact names come before patterns, as in TypeScript. */
const moduleNameMapper = Object.fromEntries(
  Object.entries(paths)
    .sort((one, other) => isPattern(one) - isPattern(other))
    .map(([name, [file]]) => [
      `^${name.replace('*', '([^/]+)')}$`,
      join(root, file.replace('*', '$1')),
    ]),
);

/** Uses swc without type checks and `@svc/*` from source. */
module.exports = (projectRoot, overrides = {}) => ({
  // One id lets projects share compiled files.
  id: createHash('sha1').update(root).digest('hex'),
  cacheDirectory: join(root, '.nx/jest'),
  displayName: relative(root, projectRoot).split(sep).at(-1),
  rootDir: projectRoot,
  testEnvironment: require.resolve('./jest-environment.cjs'),
  runtime: require.resolve('./jest-runtime.cjs'),
  testMatch: ['<rootDir>/src/**/*.test.ts', '<rootDir>/test/**/*.test.ts'],
  transform: {
    '^.+\\.lua$': require.resolve('./jest-text.cjs'),
    '^.+\\.[cm]?[tj]s$': [
      require.resolve('./jest-transform.cjs'),
      {
        swcrc: false,
        sourceMaps: 'inline',
        jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
        module: { type: 'commonjs' },
      },
    ],
  },
  // Packages published only as ES modules.
  transformIgnorePatterns: ['/node_modules/(?!(fast-check|pure-rand)/)'],
  moduleNameMapper,
  // Servers restart slowly on a busy machine.
  testTimeout: 60_000,
  ...overrides,
});
