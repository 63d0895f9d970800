import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import reactHooks from 'eslint-plugin-react-hooks';

/**
 * Keeps one room of a service, of the gateway or of the operator's listener from reaching other rooms and
 * packages. A room is a folder below `src`: `../use-cases` is its index, `../../use-cases/create-job` is
 * reached from deeper.
 */
const layer = (name, { rooms, typesOf = [], packages = [], folders = foldersOf(name) }) => {
  const message = `${name}/ must not reach up or out.`;
  const onlyTypes = `${name}/ knows the types there alone: use cases read and write.`;
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

/** Each knows those before it, and none what is kept in the database or told to the operator. */
const ROOMS_OF_GATEWAY = [
  'noted',
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
/** The rooms that begin something: a request, an event, a timer, and what those have in common. */
const ROOMS_OF_WORK = ['http', 'consumers', 'background', 'use-cases'];
/** The rooms that speak to others: receivers, other contexts, browsers, a provider. */
const OUTWARD_ROOMS = ['delivery', 'owners', 'live', 'geocoding'];
const SQL = ['typeorm', 'pg'];

/** No file writes `$1` itself: `statement` gives the values of SQL their positions. */
const POSITIONS = ['Literal[value=/POSITION/]', 'TemplateElement[value.raw=/POSITION/]'].map(
  (selector) => ({
    selector: selector.replace('POSITION', String.raw`[\s(,=<>]\$[1-9]`),
    message: 'Values of SQL have names: `statement` turns :companyId into a position.',
  }),
);

const PROMISES_AND_CLOCKS = [
  ...[':function[async=true]', 'AwaitExpression'].map((selector) => ({
    selector,
    message: 'domain/ knows no promise: what it needs is read before it is asked.',
  })),
  ...[
    'NewExpression[callee.name="Date"][arguments.length=0]',
    'CallExpression[callee.object.name=/^(Date|performance)$/][callee.property.name="now"]',
  ].map((selector) => ({ selector, message: 'domain/ knows no clock: time is an argument.' })),
];

/** None of them knows another. */
const contexts = [...readdirSync(join(import.meta.dirname, '../../services')), 'gateway'];

const shared = ['type:platform', 'type:kernel', 'type:contracts'];

/** Of React, under the name that its plugin has here: `react` is one of Oxlint's own, which knows fewer. */
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
  // Only what is named here.
  categories: { correctness: 'off' },
  options: { typeAware: true, reportUnusedDisableDirectives: 'error' },
  rules: {
    '@nx/enforce-module-boundaries': [
      'error',
      {
        enforceBuildableLibDependency: false,
        // A service documents its own API, which is read where the whole document is put together; the bodies that
        // it accepts where the operator's manifest is checked, and what it reads and whom it calls where its
        // deployment is held against that; the operator's commands are run where a test needs what they make.
        // The contract of the dashboard's server and its pages belongs to both.
        allow: ['^@svc/[a-z]+/(documentation|schemas|config|run)$', '^(\\.\\./)+contract/[a-z-]+$'],
        depConstraints: [
          { sourceTag: 'type:service', onlyDependOnLibsWithTags: shared },
          // Runs in a browser, and has of the platform only what it is told.
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
            // Its tests are property-based; its code needs no package at all.
            allowedExternalImports: ['fast-check'],
          },
          // Is published, and has of the platform only the names of its events.
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
  // A pattern without `**/` would begin at this folder.
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
      // A migration is its own SQL, the server to compare with has nothing of ours, and it is here that names
      // are turned into positions.
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
    { files: ['**/services/dashboard/web/src/**/*.{ts,tsx}'], rules: rulesOfReact },
    // Programs that talk to a terminal write to it.
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
    // The types of what pages are sent and send follow from what the owners of the records declare.
    {
      files: ['**/services/dashboard/contract/*.ts'],
      rules: { '@nx/enforce-module-boundaries': 'off' },
    },
    // A room knows those after it in this list, with what is theirs of the libraries.
    layer('http', {
      rooms: ['consumers', 'background'],
      typesOf: ['persistence'],
      packages: [...SQL, 'nats', '@svc/outbox', '@svc/messaging'],
    }),
    // What an event holds is checked with Joi, like the body of a request.
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
