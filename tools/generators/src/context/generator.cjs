const { execFileSync } = require('node:child_process');
const { join } = require('node:path');
const { generateFiles, logger, names } = require('@nx/devkit');
const { formatsChanges } = require('../format.cjs');
const {
  arrayOf,
  edit,
  objectOf,
  ts,
  withElement,
  withEntry,
  withImport,
} = require('../source.cjs');
const {
  LAST_CONTEXT,
  LAST_SERVICE,
  MODEL,
  renamed,
  withContext,
  withoutCalls,
} = require('./deployment.cjs');

const CONTRACTS = 'libs/contracts/src';
const SPECIFICATION = '.github/docs/field-service-api.md';
const DOCUMENT = 'tools/openapi/src/document.ts';
const BASE = 'deploy/kubernetes/base';

const LISTS_OF_SERVICES = [
  '.github/CODEOWNERS',
  '.vscode/launch.json',
  'deploy/images/Containerfile',
  `${BASE}/gateway/deployment.yaml`,
  `${BASE}/gateway/network.yaml`,
  `${BASE}/kustomization.yaml`,
  `${BASE}/migrate.yaml`,
  'deploy/kubernetes/components/external-secrets/secrets.yaml',
  'deploy/kubernetes/components/postgres/cluster.yaml',
  'deploy/kubernetes/components/postgres/databases.yaml',
  'deploy/kubernetes/components/postgres/trust-of-job.yaml',
  'deploy/kubernetes/overlays/demo/secrets/kustomization.yaml',
  'deploy/test/environment.test.ts',
];

const LISTS_OF_CONTEXTS = [`${BASE}/dashboard/deployment.yaml`, `${BASE}/dashboard/network.yaml`];

const CONNECTIONS = [
  'deploy/kubernetes/components/postgres/cluster.yaml',
  'deploy/kubernetes/overlays/demo/postgres.yaml',
];

/** Written by the tests that compare them. */
const WRITTEN = [
  {
    config: 'libs/local-servers/jest.config.cjs',
    tests: ['nats-users', 'provision.test'],
    files: ['deploy/nats/users.conf', 'deploy/postgres/provision.sql'],
  },
  {
    config: 'libs/trust/jest.config.cjs',
    tests: ['demo-secrets'],
    files: ['deploy/kubernetes/overlays/production/settings.yaml'],
  },
];

const isReserved = (word) => ts.stringToToken(word) !== undefined;

function refuseTaken(tree, { context, record, Record, Context, CONSTANT }) {
  const refuse = (problem) => {
    throw new Error(`${problem}: choose another name, or set --record.`);
  };
  if (context === record) refuse(`${context} names both the context and its record`);
  for (const word of [context, record]) {
    if (isReserved(word)) refuse(`${word} is a reserved word of TypeScript`);
  }
  if (context === 'gateway' || tree.exists(`services/${context}`)) {
    refuse(`${context} already exists`);
  }
  const endpoints = tree.read(`${CONTRACTS}/endpoints.ts`, 'utf8');
  for (const each of [`list${Context}`, `get${Record}`, `create${Record}`, CONSTANT]) {
    if (new RegExp(`\\b${each}\\b`).test(endpoints)) refuse(`${each} already exists`);
  }
  if (tree.read(`${CONTRACTS}/events.ts`, 'utf8').includes(`'${record}.created'`)) {
    refuse(`${record}.created is already an event`);
  }
}

const specified = ({ context, record, Context, a }) => `### ${Context}

| Method | Path | Scope |
|---|---|---|
| GET | /api/v1/${context} | ${context}:read |
| GET | /api/v1/${context}?id={id} | ${context}:read |
| POST | /api/v1/${context} | ${context}:write |

Fields of ${a}: ${record}_id, version (integer), name, text (string), created_at, updated_at (timestamp).

List query: page, per_page, cursor, updated_since; newest first. Response: data (array of ${context}), pagination, request_id.

Create body: name, text (string, required). Response 201: success, message, data (${record}_id, name, created_at), request_id.

`;

const withSpecified = (text, subject) => {
  const { context, a } = subject;
  const at = text.indexOf('## Authentication\n');
  if (at < 0) return undefined;
  const lines = (text.slice(0, at) + specified(subject) + text.slice(at)).split('\n');
  const lastScope = lines.findLastIndex((line) => /^\| \w+:\w+ +\|/.test(line));
  return lines
    .toSpliced(
      lastScope + 1,
      0,
      `| ${context}:read | list and get ${context} |`,
      `| ${context}:write | create ${a} |`,
    )
    .join('\n');
};

function withCollection(text, { context, Record, Context, CONSTANT }) {
  const rows = `export const ${CONSTANT} = defineCollection('/api/v1/${context}', '${context}', {
      list${Context}: ['GET', '${context}:read', 'list'],
      get${Record}: ['GET ?id', '${context}:read', 'record'],
      create${Record}: ['POST', '${context}:write', 'write'],
    });

    `;
  const listed = withElement(text, arrayOf('COLLECTIONS'), CONSTANT);
  const at = listed?.indexOf('export const COLLECTIONS');
  return listed && listed.slice(0, at) + rows + listed.slice(at);
}

function withSection(text, { context, Context, CONSTANT }) {
  const section = `createSection(${CONSTANT}, ${context}Documentation, {
    title: '${Context}',
    description: 'The ${context} of a company.',
  })`;
  const sections = withElement(text, arrayOf('SECTIONS'), section);
  const contract = sections && withImport(sections, '@svc/contracts', [CONSTANT]);
  return (
    contract && withImport(contract, `@svc/${context}/documentation`, [`${context}Documentation`])
  );
}

/** The sum of all roles' connections. */
const withConnections = (ofOneRole) => (text) =>
  text.replace(/(max_connections\W+)(\d+)/, (_, name, all) => name + (Number(all) + ofOneRole));

function deploy(tree, context) {
  const list = (paths, last) => {
    for (const path of paths) edit(tree, path, (text) => withContext(text, context, last));
  };
  list(LISTS_OF_SERVICES, LAST_SERVICE);
  list(LISTS_OF_CONTEXTS, LAST_CONTEXT);
  for (const file of tree.children(`${BASE}/${MODEL}`)) {
    tree.write(
      `${BASE}/${context}/${file}`,
      renamed(withoutCalls(tree.read(`${BASE}/${MODEL}/${file}`, 'utf8')), context),
    );
  }
  const [, limit] = /connectionLimit: (\d+)/.exec(tree.read(CONNECTIONS[0], 'utf8'));
  for (const path of CONNECTIONS) edit(tree, path, withConnections(Number(limit)));
}

module.exports = function context(tree, { name, record = name.replace(/s$/, '') }) {
  const a = `${/^[aeiou]/.test(record) ? 'an' : 'a'} ${record}`;
  const subject = {
    context: name,
    record,
    Context: names(name).className,
    Record: names(record).className,
    CONSTANT: name.toUpperCase(),
    CONSTANT_RECORD: record.toUpperCase(),
    a,
    A: a.charAt(0).toUpperCase() + a.slice(1),
    a_record: names(a).propertyName,
    timestamp: String(Date.now()),
  };
  refuseTaken(tree, subject);

  generateFiles(tree, join(__dirname, 'files'), `services/${name}`, subject);

  edit(tree, SPECIFICATION, (text) => withSpecified(text, subject));
  edit(tree, `${CONTRACTS}/contexts.ts`, (text) =>
    withElement(text, arrayOf('CONTEXTS'), `'${name}'`),
  );
  edit(tree, `${CONTRACTS}/scopes.ts`, (text) =>
    withElement(text, arrayOf('SCOPES'), `'${name}:read', '${name}:write'`),
  );
  edit(tree, 'services/dashboard/contract/values.ts', (text) =>
    withEntry(
      text,
      objectOf('SCOPE_GRANTS'),
      `'${name}:read': 'List and get ${name}', '${name}:write': 'Create ${name}'`,
    ),
  );
  edit(tree, `${CONTRACTS}/events.ts`, (text) =>
    withEntry(text, objectOf('EVENTS'), `${name}: ['${record}.created']`),
  );
  edit(tree, 'services/dashboard/contract/live.ts', (text) =>
    withElement(text, arrayOf('CHANGED_KINDS'), `'${record}'`),
  );
  edit(tree, 'services/dashboard/web/src/live/queries-by-kind.ts', (text) =>
    withEntry(text, objectOf('QUERIES_BY_KIND'), `${record}: ['v1/${name}']`),
  );
  edit(tree, 'tools/fsm/src/recovery/restored-context.ts', (text) =>
    withEntry(text, objectOf('VERSIONED_TABLES'), `${name}: { ${record}: '${name}' }`),
  );
  edit(tree, 'tools/e2e/test/sandbox.e2e.test.ts', (text) =>
    withEntry(
      text,
      objectOf('CREATIONS'),
      `${name}: { body: { name: 'Access', text: 'Ring twice.' }, id: '${record}_id' }`,
    ),
  );
  edit(tree, `${CONTRACTS}/endpoints.ts`, (text) => withCollection(text, subject));
  edit(tree, DOCUMENT, (text) => withSection(text, subject));
  deploy(tree, name);
  const format = formatsChanges(tree);

  return () => {
    format();
    const env = { ...process.env, WRITE_DEPLOY: '1' };
    const jest = require.resolve('jest/bin/jest');
    for (const { config, tests, files } of WRITTEN) {
      execFileSync(process.execPath, [jest, '--config', config, ...tests], {
        cwd: tree.root,
        env,
        stdio: 'pipe',
      });
      for (const file of files) logger.info(`UPDATE ${file}`);
    }
  };
};
