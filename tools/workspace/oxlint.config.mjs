import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import reactHooks from 'eslint-plugin-react-hooks';

/**
 * Keeps a folder of `src` from importing other folders and packages. `../use-cases` is its index;
 * `../../use-cases/create-job` is reached from deeper.
 */
const layer = (name, { rooms, typesOf = [], packages = [], folders = foldersOf(name) }) => {
  const message = `${name}/ must not import from there.`;
  const onlyTypes = `${name}/ may import only types from there; use cases read and write.`;
  return {
    files: folders.map((folder) => `${folder}/**/*.ts`),
    excludeFiles: ['**/*.test.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: String.raw`^(\.\./)+(${rooms.join('|')}|app|main)(/|$)`, message },
            ...typesOf.map((room) => ({
              regex: String.raw`^(\.\./)+${room}(/|$)`,
              allowTypeImports: true,
              message: onlyTypes,
            })),
            ...(packages.length > 0 ? [{ group: packages, message }] : []),
          ],
        },
      ],
    },
  };
};

const foldersOf = (name) => [`**/services/*/src/${name}`, `**/gateway/src/admin/${name}`];

/** Each may import those before it, but neither persistence nor the admin routes. */
const ROOMS_OF_GATEWAY = [
  'write-buffer',
  'keys',
  'limits',
  'admission',
  'request-log',
  'idempotency',
  'forwarding',
  'pages',
  'dashboard',
];

const KOA = ['koa', '@koa/*'];
const HTTP = [...KOA, '@svc/http'];
const ROOMS_OF_WORK = ['http', 'consumers', 'background', 'use-cases'];
const OUTWARD_ROOMS = ['delivery', 'owners', 'live', 'geocoding'];
const SQL = ['typeorm', 'pg'];

/** `statement` numbers the values of SQL, so `$1` is never written. */
const POSITIONS = ['Literal[value=/POSITION/]', 'TemplateElement[value.raw=/POSITION/]'].map(
  (selector) => ({
    selector: selector.replace('POSITION', String.raw`[\s(,=<>]\$[1-9]`),
    message: 'Name SQL values: `statement` turns :companyId into a position.',
  }),
);

const PROMISES_AND_CLOCKS = [
  ...[':function[async=true]', 'AwaitExpression'].map((selector) => ({
    selector,
    message: 'domain/ must not wait: read what it needs before the call.',
  })),
  ...[
    'NewExpression[callee.name="Date"][arguments.length=0]',
    'CallExpression[callee.object.name=/^(Date|performance)$/][callee.property.name="now"]',
  ].map((selector) => ({
    selector,
    message: 'domain/ must not read the clock: pass the time as an argument.',
  })),
];

const contexts = [...readdirSync(join(import.meta.dirname, '../../services')), 'gateway'];

const shared = ['type:platform', 'type:kernel', 'type:contracts'];

/** Oxlint's built-in `react` plugin has fewer rules. */
const rulesOfReact = Object.fromEntries(
  Object.keys(reactHooks.configs.flat.recommended.rules).map((name) => [
    name.replace('react-hooks', 'hooks-of-react'),
    'error',
  ]),
);

export default {
  ignorePatterns: ['**/dist', '**/node_modules', '.nx', '.data', 'coverage'],
  plugins: ['typescript', 'import'],
  jsPlugins: [
    '@nx/eslint-plugin',
    { name: 'hooks-of-react', specifier: 'eslint-plugin-react-hooks' },
    { name: 'workspace', specifier: './oxlint-plugin.mjs' },
  ],
  categories: { correctness: 'off' },
  options: { typeAware: true, reportUnusedDisableDirectives: 'error' },
  rules: {
    '@nx/enforce-module-boundaries': [
      'error',
      {
        enforceBuildableLibDependency: false,
        // Contexts share only documentation, schemas, configuration and the operator's commands.
        allow: ['^@svc/[a-z]+/(documentation|schemas|config|run)$', '^(\\.\\./)+contract/[a-z-]+$'],
        depConstraints: [
          { sourceTag: 'type:service', onlyDependOnLibsWithTags: shared },
          { sourceTag: 'type:web', onlyDependOnLibsWithTags: [] },
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
            allowedExternalImports: ['fast-check'],
          },
          { sourceTag: 'type:sdk', onlyDependOnLibsWithTags: ['type:contracts'] },
          {
            sourceTag: 'type:tool',
            onlyDependOnLibsWithTags: [
              'type:service',
              'type:gateway',
              'type:tool',
              'type:sdk',
              ...shared,
            ],
          },
          ...contexts.map((context) => ({
            sourceTag: `scope:${context}`,
            onlyDependOnLibsWithTags: [`scope:${context}`, 'scope:shared'],
          })),
        ],
      },
    ],
    'typescript/ban-ts-comment': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-duplicate-enum-values': 'error',
    'typescript/no-empty-object-type': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-extra-non-null-assertion': 'error',
    'typescript/no-misused-new': 'error',
    'typescript/no-namespace': 'error',
    'typescript/no-non-null-asserted-optional-chain': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-require-imports': 'error',
    'typescript/no-this-alias': 'error',
    'typescript/no-unnecessary-type-constraint': 'error',
    'typescript/no-unsafe-declaration-merging': 'error',
    'typescript/no-unsafe-function-type': 'error',
    'typescript/no-wrapper-object-types': 'error',
    'typescript/prefer-as-const': 'error',
    'typescript/prefer-namespace-keyword': 'error',
    'typescript/triple-slash-reference': 'error',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'no-array-constructor': 'error',
    'no-unused-expressions': 'error',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
    'no-console': 'error',
    'no-else-return': ['error', { allowElseIf: false }],
    'no-nested-ternary': 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    'prefer-rest-params': 'error',
    'prefer-spread': 'error',
    'eqeqeq': ['error', 'always'],
  },
  // Patterns without `**/` are relative to this folder.
  overrides: [
    {
      files: ['**/*.ts', '**/*.tsx'],
      excludeFiles: ['**/*.test.ts', '**/test/**'],
      rules: {
        'typescript/no-floating-promises': 'error',
        'typescript/no-misused-promises': 'error',
        'typescript/await-thenable': 'error',
        'typescript/switch-exhaustiveness-check': 'error',
      },
    },
    {
      files: [
        '**/services/*/src/**/*.ts',
        '**/gateway/src/**/*.ts',
        '**/libs/*/src/**/*.ts',
        '**/tools/{bench,fsm}/src/**/*.ts',
      ],
      // Migrations are plain SQL, and the other files implement or bypass `statement`.
      excludeFiles: [
        '**/*.test.ts',
        '**/migrations/**',
        '**/tools/bench/src/servers/peer.ts',
        '**/libs/database/src/{named-values,statement}.ts',
      ],
      rules: {
        'workspace/restricted-syntax': ['error', ...POSITIONS],
      },
    },
    {
      files: ['**/services/*/src/domain/**/*.ts', '**/gateway/src/admin/domain/**/*.ts'],
      excludeFiles: ['**/*.test.ts'],
      rules: {
        'workspace/restricted-syntax': ['error', ...POSITIONS, ...PROMISES_AND_CLOCKS],
      },
    },
    {
      files: ['**/*'],
      rules: { 'workspace/limit-names': 'error', 'workspace/comment-sentences': 'error' },
    },
    {
      files: ['**/*'],
      excludeFiles: ['**/*.test.{ts,tsx}', '**/{test,browser,migrations}/**'],
      rules: { 'workspace/unique-exports': 'error' },
    },
    { files: ['**/services/dashboard/web/src/**/*.{ts,tsx}'], rules: rulesOfReact },
    { files: ['**/tools/**/*'], rules: { 'no-console': 'off' } },
    {
      files: ['**/*.cjs'],
      rules: {
        'typescript/no-require-imports': 'off',
        '@nx/enforce-module-boundaries': 'off',
      },
    },
    ...ROOMS_OF_GATEWAY.map((name, place) =>
      layer(name, {
        rooms: [...ROOMS_OF_GATEWAY.slice(place + 1), 'persistence', 'background', 'admin'],
        folders: [`**/gateway/src/${name}`],
      }),
    ),
    // Page types follow from the owners' records.
    {
      files: ['**/services/dashboard/contract/*.ts'],
      rules: { '@nx/enforce-module-boundaries': 'off' },
    },
    // Each folder may import the later ones.
    layer('http', {
      rooms: ['consumers', 'background'],
      typesOf: ['persistence'],
      packages: [...SQL, 'nats', '@svc/outbox', '@svc/messaging'],
    }),
    // Events are validated with Joi.
    layer('consumers', { rooms: ['http', 'background'], packages: HTTP }),
    layer('background', {
      rooms: ['http', 'consumers', 'persistence'],
      packages: [...HTTP, ...SQL, 'joi'],
    }),
    layer('use-cases', {
      rooms: ['http', 'consumers', 'background'],
      packages: [...HTTP, ...SQL, 'joi', 'nats', '@svc/messaging'],
    }),
    layer('delivery', { rooms: ROOMS_OF_WORK, packages: [...KOA, 'joi'] }),
    ...['owners', 'live', 'geocoding'].map((name) =>
      layer(name, {
        rooms: [
          ...ROOMS_OF_WORK,
          ...OUTWARD_ROOMS.filter((other) => other !== name),
          'projections',
          'persistence',
        ],
        packages: [...KOA, ...SQL, 'nats', '@svc/database', '@svc/outbox', '@svc/messaging'],
      }),
    ),
    layer('projections', {
      rooms: [...ROOMS_OF_WORK, ...OUTWARD_ROOMS, 'persistence'],
      packages: [...HTTP, 'joi'],
    }),
    layer('persistence', {
      rooms: [...ROOMS_OF_WORK, ...OUTWARD_ROOMS, 'projections'],
      packages: [...HTTP, 'joi'],
    }),
    layer('domain', {
      rooms: [...ROOMS_OF_WORK, ...OUTWARD_ROOMS, 'projections', 'persistence'],
      packages: [
        ...KOA,
        ...SQL,
        'joi',
        'nats',
        'undici',
        '@svc/*',
        '!@svc/contracts',
        '!@svc/kernel',
      ],
    }),
  ],
};
