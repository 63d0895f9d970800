const { join } = require('node:path');
const { generateFiles, names } = require('@nx/devkit');
const { formatsChanges } = require('../format.cjs');
const {
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

/** The context's constant in the endpoint table, its path, and where its rows are. */
function collectionOf(tree, context) {
  const source = parse(tree.read(ENDPOINTS, 'utf8'));
  const isOurs = (node) =>
    ts.isVariableDeclaration(node) &&
    node.initializer !== undefined &&
    isCallOf('collection')(node.initializer) &&
    node.initializer.arguments[1].getText().includes(`owner: '${context}'`);
  const found = find(source, isOurs);
  if (!found) throw new Error(`${ENDPOINTS} has no collection of the context ${context}.`);
  const [{ text: path }, , rows] = found.initializer.arguments;
  const addresses = rows.properties.map(({ name, initializer }) => [
    name.text,
    initializer.elements[0].text,
  ]);
  return { constant: found.name.text, path, addresses };
}

/** The same for all addresses that mean the same: their selectors may stand in any order. */
function meaningOf(address) {
  const [method, query] = address.split(' ?');
  const selectors = new URLSearchParams(query);
  selectors.sort();
  return `${method} ?${selectors}`;
}

/** The row behind the last one of the collection in the specification's tables. */
function withSpecifiedRow(text, path, row) {
  const lines = text.split('\n');
  const isRow = (line) => /^\| (GET|POST|PUT|PATCH) \|/.test(line) && line.includes(`| ${path}`);
  const last = lines.findLastIndex(isRow);
  return last < 0 ? undefined : lines.toSpliced(last + 1, 0, row).join('\n');
}

const rowsOf = (constant) => (source) =>
  find(source, (node) => ts.isVariableDeclaration(node) && node.name.text === constant)?.initializer
    .arguments[2];

/** Where the operations are documented of which others, such as upserts, are made; else all are there. */
const documentedIn = (source) => {
  const declared = (is) => find(source, (node) => ts.isVariableDeclaration(node) && is(node));
  return (
    declared(({ name }) => name.text === 'operations')?.initializer.expression ??
    declared(({ type }) => type?.getText().startsWith('Documentation<') === true)?.initializer
  );
};

const handlersIn = (source) => find(source, isCallOf('serve'))?.arguments[1];

/** What the function that makes the routes calls the use cases. */
const useCasesParameter = (source) =>
  find(source, (node) => ts.isArrowFunction(node) && find(node.body, isCallOf('serve')))
    ?.parameters[0].name.text;

/** The object that lists the use cases, whether it is the arrow's body or what it returns. */
function useCasesIn(source) {
  const factory = find(
    source,
    (node) => ts.isVariableDeclaration(node) && node.name.text.endsWith('UseCases'),
  );
  return factory && find(factory.initializer.body, ts.isObjectLiteralExpression);
}

/** Where a suite that is driven by tables has what is the context's own. */
const tableIn = (suite, name) => (source) =>
  find(
    find(source, isCallOf(suite)),
    (node) => ts.isPropertyAssignment(node) && node.name.text === name,
  )?.initializer;

/** What a suite is given, in a test of the context. */
const givenTo = (suite) => (source) => find(source, isCallOf(suite))?.arguments[0];

/** The text with one more write that a bulk does not have yet. */
const withoutExample = (text, name) =>
  withElement(text, tableIn('describeBulks', 'noneYet'), `'${name}'`) ??
  withEntry(text, givenTo('describeBulks'), `noneYet: ['${name}']`);

/** The operations whose records the two modes of a company cannot have yet. */
const noneYetIn = (source) =>
  find(
    find(source, (node) => ts.isVariableDeclaration(node) && node.name.text === 'NONE_YET'),
    ts.isArrayLiteralExpression,
  );

/** What each kind of endpoint is made of; its texts are in `files/<kind>`. */
const KINDS = {
  list: { tier: 'list', reply: 'listedReply', imports: ['fields', 'listEndpoint'] },
  record: { tier: 'record', reply: 'foundReply', imports: ['endpoint', 'found', 'viewOf'] },
  write: { tier: 'write', reply: 'writtenReply', imports: ['endpoint', 'viewOf', 'written'] },
};

const findKind = (method, name) => {
  if (method !== 'GET') return 'write';
  return name.startsWith('list') ? 'list' : 'record';
};

const camel = (text) => text.replaceAll(/_([a-z])/g, (_, letter) => letter.toUpperCase());

/** Texts that go into files which are there already, by the place that each belongs to. */
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
  const { constant, path, addresses } = collectionOf(tree, context);
  const [method, query = ''] = address.split(' ?');
  const kind = findKind(method, name);
  const { tier, reply, imports } = KINDS[kind];
  const selectors = query.split('&').filter(Boolean);
  const ids = selectors.filter((selector) => !selector.includes('='));
  if (kind === 'record' && ids.length === 0) {
    throw new Error(`${address}: a record is read by an id; a list has a name that begins so.`);
  }
  const needed = scope ?? `${context}:${kind === 'write' ? 'write' : 'read'}`;
  if (!tree.read(SCOPES, 'utf8').includes(`'${needed}'`)) {
    throw new Error(`${SCOPES} has no scope ${needed}: name one with --scope.`);
  }
  if (kind === 'write' && needed.endsWith(':read')) {
    throw new Error(`${address}: ${needed} is for reading.`);
  }
  const taken = addresses.find(([, each]) => meaningOf(each) === meaningOf(address));
  if (taken) throw new Error(`${address} is ${taken[0]} already.`);
  const at = (file) => `services/${context}/${file}`;
  const routes = at('src/http/routes.ts');
  const { fileName: file, className: type } = names(name);
  if (tree.exists(at(`src/use-cases/${file}.ts`))) {
    throw new Error(`${at(`src/use-cases/${file}.ts`)} is there already.`);
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
    // What the operation does it to: a Job of getJob.
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
    withSpecifiedRow(text, path, `| ${method} | ${withValues((id) => `{${id}}`)} | ${needed} |`),
  );
  edit(tree, ENDPOINTS, (text) =>
    withEntry(text, rowsOf(constant), `${name}: ['${address}', '${needed}', '${tier}']`),
  );
  for (const each of kind === 'list' ? [name, `${name}Changes`] : [name]) {
    edit(tree, at('src/use-cases/index.ts'), (text) =>
      withEntry(withImport(text, `./${file}`, [each]), useCasesIn, `${each}: ${each}()`),
    );
  }
  edit(
    tree,
    at('src/http/answers.ts'),
    (text) => withImport(text, '@svc/http', ['answer']) + parts['answer'],
  );
  if (parts['body']) {
    edit(
      tree,
      at('src/http/schemas.ts'),
      (text) => withImport(text, '@svc/http', ['fields']) + parts['body'],
    );
  }
  /** With what the endpoint answers, and what it accepts. */
  const withOwnImports = (text) => {
    const answers = withImport(text, './answers', [`${name}Answer`]);
    return parts['body'] ? withImport(answers, './schemas', [`${name}Body`]) : answers;
  };
  edit(tree, at('src/http/documentation.ts'), (text) => {
    const replies = withImport(text, '@svc/openapi', [reply]);
    const all = kind === 'list' ? withImport(replies, '@svc/http', ['fields']) : replies;
    return withEntry(withOwnImports(all), documentedIn, `\n${parts['documentation'].trim()}`);
  });
  edit(tree, routes, (text) =>
    withEntry(
      withOwnImports(withImport(text, '@svc/http', imports)),
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
  // The operations of a bulk name records by their ids, and so do changes of a version.
  const isOfIds = !selectors.some((each) => each.startsWith('external_id'));
  const bulk = at('test/bulk.api.test.ts');
  if (kind === 'write' && isOfIds && tree.exists(bulk)) {
    edit(tree, bulk, (text) => withoutExample(text, name));
  }
  const versions = at('test/versions.api.test.ts');
  if (['PUT', 'PATCH'].includes(method) && isOfIds && tree.exists(versions)) {
    edit(tree, versions, (text) =>
      withEntry(text, tableIn('describeVersions', 'changes'), `${name}: 'none yet'`),
    );
  }
  if (['id', 'location_id'].some((id) => ids.includes(id))) {
    edit(tree, SANDBOXES, (text) => withElement(text, noneYetIn, `'${name}'`));
  }
  return formatsChanges(tree);
};
