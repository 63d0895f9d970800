// Adds code to TypeScript sources by syntax; the result is formatted afterwards.
const ts = require('typescript');

const parse = (text) => ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true);

function find(node, is) {
  if (is(node)) return node;
  return ts.forEachChild(node, (child) => find(child, is));
}

const valueOf = (constant, is) => (source) => {
  const declared = find(
    source,
    (node) => ts.isVariableDeclaration(node) && node.name.text === constant,
  );
  return declared && find(declared.initializer, is);
};
const arrayOf = (constant) => valueOf(constant, ts.isArrayLiteralExpression);
const objectOf = (constant) => valueOf(constant, ts.isObjectLiteralExpression);

const insert = (text, at, addition) => text.slice(0, at) + addition + text.slice(at);

const withLast = (listIn) => (text, locate, added) => {
  const literal = locate(parse(text));
  if (!literal) return undefined;
  const last = listIn(literal).at(-1);
  const at = last ? last.end : literal.getStart() + 1;
  return insert(text, at, `${last ? ',' : ''}\n${added}`);
};

const withEntry = withLast((object) => object.properties);

const withElement = withLast((array) => array.elements);

const isType = (name) => name.startsWith('type ');

/** Types come last, in alphabetical order. */
const isBehind = (name, other) =>
  isType(name) === isType(other) ? name.localeCompare(other) > 0 : isType(name);

/** `type Name` imports a type, `* as name` a module. */
function withImport(text, from, names) {
  const source = parse(text);
  const imports = source.statements.filter(ts.isImportDeclaration);
  const elementsOf = (each) => each.importClause?.namedBindings?.elements ?? [];
  const ofModule = imports.filter((each) => each.moduleSpecifier.text === from);
  const known = ofModule.flatMap(elementsOf).map(({ name }) => name.text);
  const missing = names.filter((name) => !known.includes(name.replace('type ', '')));
  if (missing.length === 0) return text;
  const place = ofModule.find((each) => !each.importClause.isTypeOnly && elementsOf(each).length);
  if (place) {
    const [name, ...others] = missing;
    const next = elementsOf(place).find((each) => isBehind(each.getText(), name));
    const changed = next
      ? insert(text, next.getStart(), `${name}, `)
      : insert(text, elementsOf(place).at(-1).end, `, ${name}`);
    return withImport(changed, from, others);
  }
  const all = missing.join(', ');
  const line = `import ${all.startsWith('* as ') ? all : `{ ${all} }`} from '${from}';\n`;
  const following = imports.find((each) => each.moduleSpecifier.text.localeCompare(from) > 0);
  const at = following ? following.getStart() : (imports.at(-1)?.end ?? 0);
  return insert(text, at, following ? line : `\n${line}`);
}

function edit(tree, path, change) {
  if (!tree.exists(path)) throw new Error(`${path} is missing.`);
  const changed = change(tree.read(path, 'utf8'));
  if (changed === undefined) throw new Error(`${path}: could not find where to insert.`);
  tree.write(path, changed);
}

const isCallOf = (name) => (node) =>
  ts.isCallExpression(node) && node.expression.getText() === name;

module.exports = {
  arrayOf,
  edit,
  find,
  isCallOf,
  objectOf,
  parse,
  ts,
  withElement,
  withEntry,
  withImport,
};
