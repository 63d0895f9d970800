const { names } = require('@nx/devkit');
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
const { templates } = require('./templates.cjs');

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

module.exports = function endpoint(tree, { name, context, address, scope }) {
  const { constant, path, addresses } = collectionOf(tree, context);
  const [method, query = ''] = address.split(' ?');
  const isRead = method === 'GET';
  const isList = isRead && name.startsWith('list');
  const selectors = query.split('&').filter(Boolean);
  const ids = selectors.filter((selector) => !selector.includes('='));
  if (isRead && !isList && ids.length === 0) {
    throw new Error(`${address}: a record is read by an id; a list has a name that begins so.`);
  }
  const needed = scope ?? `${context}:${isRead ? 'read' : 'write'}`;
  if (!tree.read(SCOPES, 'utf8').includes(`'${needed}'`)) {
    throw new Error(`${SCOPES} has no scope ${needed}: name one with --scope.`);
  }
  if (!isRead && needed.endsWith(':read')) {
    throw new Error(`${address}: ${needed} is for reading.`);
  }
  const taken = addresses.find(([, each]) => meaningOf(each) === meaningOf(address));
  if (taken) throw new Error(`${address} is ${taken[0]} already.`);
  const tiers = { true: isList ? 'list' : 'record', false: 'write' };
  const specified = selectors.map((each) => (ids.includes(each) ? `${each}={${each}}` : each));
  const at = (file) => `services/${context}/${file}`;
  const routes = at('src/http/routes.ts');
  const subject = {
    name,
    useCases: useCasesParameter(parse(tree.read(routes, 'utf8'))),
    ids,
    method,
    path,
    isRead,
    isList,
    file: names(name).fileName,
    type: names(name).className,
    address: [path, query].filter(Boolean).join('?'),
    sentence: names(name).fileName.replaceAll('-', ' '),
  };
  const useCase = at(`src/use-cases/${subject.file}.ts`);
  if (tree.exists(useCase)) throw new Error(`${useCase} is there already.`);
  const made = templates(subject);

  edit(tree, SPECIFICATION, (text) =>
    withSpecifiedRow(
      text,
      path,
      `| ${method} | ${[path, specified.join('&')].filter(Boolean).join('?')} | ${needed} |`,
    ),
  );
  edit(tree, ENDPOINTS, (text) =>
    withEntry(text, rowsOf(constant), `${name}: ['${address}', '${needed}', '${tiers[isRead]}']`),
  );

  tree.write(useCase, made.useCase);
  const useCases = isList ? [name, `${name}Changes`] : [name];
  for (const each of useCases) {
    edit(tree, at('src/use-cases/index.ts'), (text) =>
      withEntry(withImport(text, `./${subject.file}`, [each]), useCasesIn, `${each}: ${each}()`),
    );
  }
  edit(
    tree,
    at('src/http/answers.ts'),
    (text) => `${withImport(text, '@svc/http', ['answer'])}\n${made.declaration}`,
  );
  if (made.body) {
    edit(
      tree,
      at('src/http/schemas.ts'),
      (text) => `${withImport(text, '@svc/http', ['fields'])}\n${made.body}`,
    );
  }
  /** With what the endpoint answers, and what it accepts. */
  const withOwnImports = (text) => {
    const answers = withImport(text, './answers', [`${name}Answer`]);
    return made.body ? withImport(answers, './schemas', [`${name}Body`]) : answers;
  };
  edit(tree, at('src/http/documentation.ts'), (text) => {
    const replies = withImport(text, '@svc/openapi', [made.reply]);
    const imports = isList ? withImport(replies, '@svc/http', ['fields']) : replies;
    return withEntry(withOwnImports(imports), documentedIn, `\n${made.documentation}`);
  });
  edit(tree, routes, (text) =>
    withEntry(
      withOwnImports(withImport(text, '@svc/http', made.handlerImports)),
      handlersIn,
      `\n${made.handler}`,
    ),
  );
  tree.write(at(`test/${subject.file}.api.test.ts`), made.test);
  edit(tree, at('test/hostile-input.api.test.ts'), (text) =>
    withEntry(text, tableIn('describeHostileInput', 'operations'), made.hostileInput),
  );
  if (isList) {
    edit(tree, at('test/lists.api.test.ts'), (text) =>
      withEntry(text, tableIn('describeLists', 'lists'), `${name}: 'none yet'`),
    );
  }
  // The operations of a bulk name records by their ids, and so do changes of a version.
  const isOfIds = !selectors.some((each) => each.startsWith('external_id'));
  const bulk = at('test/bulk.api.test.ts');
  if (!isRead && isOfIds && tree.exists(bulk)) {
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
