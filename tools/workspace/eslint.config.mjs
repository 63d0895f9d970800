import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';

/** Keeps one folder of a service from reaching the layers above it. */
const layer = (name, ...banned) => ({
  files: [`services/*/src/${name}/**/*.ts`],
  ignores: ['**/*.test.ts'],
  rules: {
    'no-restricted-imports': [
      'error',
      { patterns: [{ group: banned, message: `${name}/ must not reach up or out.` }] },
    ],
  },
});

const shared = ['type:platform', 'type:kernel', 'type:contracts'];

export default [
  { ignores: ['**/dist', '**/node_modules', '.nx', '.data', 'coverage'] },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.ts', '**/*.mjs', '**/*.cjs'],
    plugins: { '@nx': nx },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        {
          enforceBuildableLibDependency: false,
          // What a service says of its own API is read where the whole document is put together, and what it
          // reads and whom it calls where its deployment is held against that.
          allow: ['^@svc/[a-z]+/(documentation|config|address-guard)$'],
          depConstraints: [
            { sourceTag: 'type:service', onlyDependOnLibsWithTags: shared },
            { sourceTag: 'type:gateway', onlyDependOnLibsWithTags: shared },
            { sourceTag: 'type:platform', onlyDependOnLibsWithTags: shared },
            {
              sourceTag: 'type:kernel',
              onlyDependOnLibsWithTags: ['type:contracts'],
              bannedExternalImports: ['koa', '@koa/*', 'typeorm', 'pg', 'nats', 'joi'],
            },
            {
              sourceTag: 'type:contracts',
              onlyDependOnLibsWithTags: [],
              // Its tests are property-based; its code needs no package at all.
              allowedExternalImports: ['fast-check'],
            },
            {
              sourceTag: 'type:tool',
              onlyDependOnLibsWithTags: ['type:service', 'type:gateway', 'type:tool', ...shared],
            },
            ...[
              'jobs',
              'customers',
              'assets',
              'inventory',
              'technicians',
              'webhooks',
              'dashboard',
              'gateway',
            ].map((context) => ({
              sourceTag: `scope:${context}`,
              onlyDependOnLibsWithTags: [`scope:${context}`, 'scope:shared'],
            })),
          ],
        },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      'no-console': 'error',
      'no-else-return': ['error', { allowElseIf: false }],
      'no-nested-ternary': 'error',
      'prefer-const': 'error',
      'eqeqeq': ['error', 'always'],
    },
  },
  {
    files: ['**/*.ts'],
    ignores: ['**/*.test.ts', '**/test/**'],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
    },
  },
  {
    files: ['services/*/src/**/*.ts', 'gateway/src/**/*.ts', 'libs/*/src/**/*.ts'],
    // A migration is its own SQL, and it is here that names are turned into positions.
    ignores: ['**/*.test.ts', '**/migrations/**', 'libs/database/src/{named-values,statement}.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...['Literal[value=/POSITION/]', 'TemplateElement[value.raw=/POSITION/]'].map(
          (selector) => ({
            selector: selector.replace('POSITION', String.raw`[\s(,=<>]\$[1-9]`),
            message: 'Values of SQL have names: `statement` turns :companyId into a position.',
          }),
        ),
      ],
    },
  },
  // Programs that talk to a terminal write to it.
  { files: ['tools/**/*'], rules: { 'no-console': 'off' } },
  {
    files: ['**/*.cjs'],
    rules: {
      '@typescript-eslint/no-require-imports': 'off',
      '@nx/enforce-module-boundaries': 'off',
    },
  },
  layer(
    'domain',
    '**/http/**',
    '**/consumers/**',
    '**/use-cases/**',
    '**/delivery/**',
    '**/persistence/**',
    'koa',
    '@koa/*',
    'typeorm',
    'joi',
    'nats',
    '@svc/http',
    '@svc/outbox',
    '@svc/database',
  ),
  layer(
    'persistence',
    '**/http/**',
    '**/consumers/**',
    '**/use-cases/**',
    '**/delivery/**',
    'koa',
    '@koa/*',
    'joi',
    '@svc/http',
  ),
  layer('delivery', '**/http/**', '**/consumers/**', '**/use-cases/**', 'koa', '@koa/*', 'joi'),
  layer(
    'use-cases',
    '**/http/**',
    '**/consumers/**',
    'koa',
    '@koa/*',
    'typeorm',
    'joi',
    '@svc/http',
  ),
  layer('consumers', '**/http/**', 'koa', '@koa/*', 'joi', '@svc/http'),
];
