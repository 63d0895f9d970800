const { createHash } = require('node:crypto');
const { join, relative, sep } = require('node:path');
const { paths } = require('../../tsconfig.base.json').compilerOptions;

const root = join(__dirname, '../..');

const isPattern = ([name]) => name.includes('*');

/** The paths of TypeScript; as there, a name that stands in full comes before a pattern. */
const moduleNameMapper = Object.fromEntries(
  Object.entries(paths)
    .sort((one, other) => isPattern(one) - isPattern(other))
    .map(([name, [file]]) => [
      `^${name.replace('*', '([^/]+)')}$`,
      join(root, file.replace('*', '$1')),
    ]),
);

/** The Jest configuration of one project: swc instead of a type check, `@svc/*` from source. */
module.exports = (projectRoot, overrides = {}) => ({
  // Under the same id, projects find what another one has compiled.
  id: createHash('sha1').update(root).digest('hex'),
  // What is compiled goes with the workspace, or with a copy of it.
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
  // Packages published as ES modules only.
  transformIgnorePatterns: ['/node_modules/(?!(fast-check|pure-rand)/)'],
  moduleNameMapper,
  // Servers and processes that are ended and started take their time on a busy machine.
  testTimeout: 60_000,
  ...overrides,
});
