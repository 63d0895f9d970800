// Additions to TypeScript sources, found by their syntax; the format is Prettier's afterwards.
const ts = require('typescript');

const parse = (text) => ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true);

/** The first node of the source, or of part of it, of which `is` says true. */
function find(node, is) {
  if (is(node)) return node;
  return ts.forEachChild(node, (child) => find(child, is));
}

const insert = (text, at, addition) => text.slice(0, at) + addition + text.slice(at);

/** The text with an entry more at the end of the object literal that `locate` finds in it. */
function withEntry(text, locate, entry) {
  const object = locate(parse(text));
  if (!object) return undefined;
  const last = object.properties.at(-1);
  const at = last ? last.end : object.getStart() + 1;
  return insert(text, at, `${last ? ',' : ''}\n${entry}`);
}

/** The text with the names imported; a type is written `type Name`. */
function withImport(text, from, names) {
  const source = parse(text);
  const imports = source.statements.filter(ts.isImportDeclaration);
  const elementsOf = (each) => each.importClause?.namedBindings?.elements ?? [];
  const ofModule = imports.filter((each) => each.moduleSpecifier.text === from);
  const known = ofModule.flatMap(elementsOf).map(({ name }) => name.text);
  const missing = names.filter((name) => !known.includes(name.replace('type ', '')));
  if (missing.length === 0) return text;
  const place = ofModule.find((each) => !each.importClause.isTypeOnly && elementsOf(each).length);
  if (place) return insert(text, elementsOf(place).at(-1).end, `, ${missing.join(', ')}`);
  const line = `import { ${missing.join(', ')} } from '${from}';\n`;
  const following = imports.find((each) => each.moduleSpecifier.text.localeCompare(from) > 0);
  const at = following ? following.getStart() : (imports.at(-1)?.end ?? 0);
  return insert(text, at, following ? line : `\n${line}`);
}

const isCallOf = (name) => (node) =>
  ts.isCallExpression(node) && node.expression.getText() === name;

module.exports = { find, isCallOf, parse, ts, withEntry, withImport };
