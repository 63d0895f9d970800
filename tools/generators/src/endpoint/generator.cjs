const { join } = require('node:path');
const { generateFiles, names } = require('@nx/devkit');
const { formatsChanges } = require('../format.cjs');
const {
  arrayOf,
  edit,
  find,
  isCallOf,
  parse,
  ts,
  withElement,
  withEntry,
  withImport,
} = require('../source.cjs');

const SPECIFICATION = '.github/docs/field-service-api.md';
const ENDPOINTS = 'libs/contracts/src/endpoints.ts';
const SCOPES = 'libs/contracts/src/scopes.ts';
const SANDBOXES = 'tools/e2e/test/sandbox.e2e.test.ts';

function collectionIn(source, context) {
  const isOurs = (node) =>
    ts.isVariableDeclaration(node) &&
    node.initializer !== undefined &&
    isCallOf('defineCollection')(node.initializer) &&
    node.initializer.arguments[1].text === context;
  const collection = find(source, isOurs)?.initializer;
  if (!collection) throw new Error(`${ENDPOINTS} has no collection of the context ${context}.`);
  const [{ text: path }, , rows] = collection.arguments;
  return { path, rows };
}

function meaningOf(address) {
  const [method, query] = address.split(' ?');
  const selectors = new URLSearchParams(query);
  selectors.sort();
  return `${method} ?${selectors}`;
}

function withSpecifiedRow(text, path, row) {
  const lines = text.split('\n');
  const isRow = (line) => /^\| (GET|POST|PUT|PATCH) \|/.test(line) && line.includes(`| ${path}`);
  const last = lines.findLastIndex(isRow);
  return last < 0 ? undefined : lines.toSpliced(last + 1, 0, row).join('\n');
}

const documentedIn = (source) =>
  find(
    source,
    (node) =>
      ts.isVariableDeclaration(node) && node.type?.getText().startsWith('Documentation<') === true,
  )?.initializer;

const handlersIn = (source) => find(source, isCallOf('serve'))?.arguments[1];

const useCasesParameter = (source) =>
  find(source, (node) => ts.isArrowFunction(node) && find(node.body, isCallOf('serve')))
    ?.parameters[0].name.text;

function useCasesIn(source) {
  const factory = find(
    source,
    (node) => ts.isVariableDeclaration(node) && node.name.text.endsWith('UseCases'),
  );
  return factory && find(factory.initializer.body, ts.isObjectLiteralExpression);
}

const tableIn = (suite, name) => (source) =>
  find(
    find(source, isCallOf(suite)),
    (node) => ts.isPropertyAssignment(node) && node.name.text === name,
  )?.initializer;

const givenTo = (suite) => (source) => find(source, isCallOf(suite))?.arguments[0];

const withoutExample = (text, name) =>
  withElement(text, tableIn('describeBulks', 'noneYet'), `'${name}'`) ??
  withEntry(text, givenTo('describeBulks'), `noneYet: ['${name}']`);

/** Prefixes of the functions that serve and document each kind. */
const VERBS = { list: 'List', record: 'Get', write: 'Update' };

const findKind = (method, name) => {
  if (method !== 'GET') return 'write';
  return name.startsWith('list') ? 'list' : 'record';
};

const camel = (text) => text.replaceAll(/_([a-z])/g, (_, letter) => letter.toUpperCase());

const withOperations = (text) =>
  text.includes("from './operations'")
    ? text
    : withImport(text, './operations', ['* as operations']);

function renderParts(tree, kind, subject) {
  const folder = '.endpoint-parts';
  generateFiles(tree, join(__dirname, 'files', kind, 'parts'), folder, subject);
  const parts = Object.fromEntries(
    tree.children(folder).map((part) => [part, tree.read(join(folder, part), 'utf8')]),
  );
  tree.delete(folder);
  return parts;
}

module.exports = function endpoint(tree, { name, context, address, scope }) {
  const { path, rows } = collectionIn(parse(tree.read(ENDPOINTS, 'utf8')), context);
  const known = rows.properties.map((row) => [row.name.text, row.initializer.elements[0].text]);
  const [method, query = ''] = address.split(' ?');
  const kind = findKind(method, name);
  const [serve, document] = [`create${VERBS[kind]}Handler`, `document${VERBS[kind]}`];
  const selectors = query.split('&').filter(Boolean);
  const ids = selectors.filter((selector) => !selector.includes('='));
  if (kind === 'record' && ids.length === 0) {
    throw new Error(`${address}: reading a record needs an id; use a list name for a list.`);
  }
  const right = scope ?? `${context}:${kind === 'write' ? 'write' : 'read'}`;
  if (!tree.read(SCOPES, 'utf8').includes(`'${right}'`)) {
    throw new Error(`${SCOPES} has no scope ${right}; pass one with --scope.`);
  }
  if (kind === 'write' && right.endsWith(':read')) {
    throw new Error(`${address}: ${right} only allows reading.`);
  }
  const taken = known.find(([, each]) => meaningOf(each) === meaningOf(address));
  if (taken) throw new Error(`${address} already belongs to ${taken[0]}.`);
  const at = (file) => `services/${context}/${file}`;
  const routes = at('src/http/routes.ts');
  const { fileName: file, className: type } = names(name);
  const isKnown = known.some(([each]) => each === name);
  if (isKnown || tree.exists(at(`src/use-cases/${file}.ts`))) {
    throw new Error(`${name} already exists.`);
  }
  const withValues = (valueOf) =>
    [path, selectors.map((each) => (ids.includes(each) ? `${each}=${valueOf(each)}` : each))]
      .map((part) => [part].flat().join('&'))
      .filter(Boolean)
      .join('?');
  const summary = file.replaceAll('-', ' ');
  const subject = {
    name,
    file,
    type,
    // Removes the verb: Job of getJob.
    record: type.replace(/^[A-Z][a-z]*(?=[A-Z])/, ''),
    method,
    shownAddress: [path, query].filter(Boolean).join('?'),
    ids,
    hasIds: ids.length > 0,
    camel,
    asked: ids.map((id) => `${camel(id)}: ids.${id}, `).join(''),
    path: withValues(() => '1'),
    summary: summary.charAt(0).toUpperCase() + summary.slice(1),
    useCases: useCasesParameter(parse(tree.read(routes, 'utf8'))),
  };
  for (const folder of ['src', 'test']) {
    generateFiles(tree, join(__dirname, 'files', kind, folder), at(folder), subject);
  }
  const parts = renderParts(tree, kind, subject);

  edit(tree, SPECIFICATION, (text) =>
    withSpecifiedRow(text, path, `| ${method} | ${withValues((id) => `{${id}}`)} | ${right} |`),
  );
  edit(tree, ENDPOINTS, (text) =>
    withEntry(
      text,
      (source) => collectionIn(source, context).rows,
      `${name}: ['${address}', '${right}', '${kind}']`,
    ),
  );
  for (const each of kind === 'list' ? [name, `${name}Changes`] : [name]) {
    edit(tree, at('src/use-cases/index.ts'), (text) =>
      withEntry(withImport(text, `./${file}`, [each]), useCasesIn, `${each}: ${each}()`),
    );
  }
  const operations = at('src/http/operations.ts');
  const declared = tree.read(operations, 'utf8') ?? '';
  const needed = kind === 'record' ? ['defineResponse'] : ['defineResponse', 'fields'];
  tree.write(operations, withImport(declared, '@svc/http', needed) + parts['operation']);
  edit(tree, at('src/http/documentation.ts'), (text) =>
    withEntry(
      withOperations(withImport(text, '@svc/openapi', [document])),
      documentedIn,
      `${name}: ${document}(operations.${name})`,
    ),
  );
  edit(tree, routes, (text) =>
    withEntry(
      withOperations(withImport(text, '@svc/http', [serve])),
      handlersIn,
      `\n${parts['handler'].trim()}`,
    ),
  );
  edit(tree, at('test/hostile-input.api.test.ts'), (text) =>
    withEntry(text, tableIn('describeHostileInput', 'operations'), parts['hostile-input'].trim()),
  );
  if (kind === 'list') {
    edit(tree, at('test/lists.api.test.ts'), (text) =>
      withEntry(text, tableIn('describeLists', 'lists'), `${name}: 'none yet'`),
    );
  }
  // Bulks and version changes name records by id only.
  const isOfIds = !selectors.some((each) => each.startsWith('external_id'));
  const bulk = at('test/bulk.api.test.ts');
  if (kind === 'write' && isOfIds && tree.exists(bulk)) {
    edit(tree, bulk, (text) => withoutExample(text, name));
  }
  const versioned = { record: 'reads', PUT: 'changes', PATCH: 'changes' };
  const table = versioned[kind] ?? versioned[method];
  const versions = at('test/versions.api.test.ts');
  if (table && isOfIds && tree.exists(versions)) {
    edit(tree, versions, (text) =>
      withEntry(text, tableIn('describeVersions', table), `${name}: 'none yet'`),
    );
  }
  if (['id', 'location_id'].some((id) => ids.includes(id))) {
    edit(tree, SANDBOXES, (text) => withElement(text, arrayOf('NONE_YET'), `'${name}'`));
  }
  return formatsChanges(tree);
};
