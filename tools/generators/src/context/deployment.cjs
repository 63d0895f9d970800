// Copies one context's entries in the deployment files for a new one.

const MODEL = 'inventory';
/** New services are inserted before it. */
const LAST_SERVICE = 'dashboard';
/** New contexts are inserted before it. */
const LAST_CONTEXT = 'webhooks';

const renamed = (text, name) =>
  text.replaceAll(MODEL, name).replaceAll(MODEL.toUpperCase(), name.toUpperCase());

const isOf = (context) => {
  const name = new RegExp(
    `\\b${context}\\b|\\b${context}(?=[A-Z])|(?<![A-Z])${context.toUpperCase()}_`,
  );
  return (text) => name.test(text);
};
const isOfModel = isOf(MODEL);

const depthOf = (line) => line.length - line.trimStart().length;

/** Ignores indentation and trailing commas. */
const sameAs = (line) => {
  const plain = (each) => each.replaceAll(/(\S)\s+/g, '$1 ').replace(/,$/, '');
  return (other) => plain(other) === plain(line);
};

/** Counts the line and the more deeply indented ones after it. */
function sizeOfEntry(lines, start) {
  const depth = depthOf(lines[start]);
  const isInside = (line) => line.trim() !== '' && depthOf(line) > depth;
  const end = lines.findIndex((line, at) => at > start && !isInside(line));
  return (end < 0 ? lines.length : end) - start;
}

function withEntries(text, name, last) {
  const isOfLast = isOf(last);
  const lines = text.split('\n');
  const made = [];
  for (let at = 0; at < lines.length; at += 1) {
    // A line about several processes is no entry.
    if (!isOfModel(lines[at]) || isOfLast(lines[at])) continue;
    const entry = lines.slice(at, at + sizeOfEntry(lines, at));
    const isLast = sameAs(
      lines[at].replaceAll(MODEL, last).replaceAll(MODEL.toUpperCase(), last.toUpperCase()),
    );
    const behind = lines.findIndex((line, index) => index > at && isLast(line));
    const before = behind < 0 ? lines.findIndex(isLast) : behind;
    if (before < 0) throw new Error(`Nothing of ${last} is like: ${lines[at].trim()}`);
    made.push({ before, entry: renamed(entry.join('\n'), name) });
    at += entry.length - 1;
  }
  return lines
    .flatMap((line, at) => [
      ...made.filter(({ before }) => before === at).map(({ entry }) => entry),
      line,
    ])
    .join('\n');
}

/** Removes the model's own calls, and webhooks' calls to it. */
const withoutCalls = (text) =>
  text
    .replace(/^ +env:\n(?: +- \{ name: \w+_URL, .*\n)+/m, '')
    .replace('[Ingress, Egress]', '[Ingress]')
    .replace(/^ {2}egress:\n(?: {4}.*\n)+/m, '')
    .replace(/^ +- podSelector: .*\bname: webhooks\b.*\n/m, '');

const SEPARATOR = '\n---\n';

const isNamed = (context) => (document) =>
  new RegExp(`^metadata:\\n  name: ${context}(-.*)?$`, 'm').test(document);

function withContext(text, name, last) {
  const documents = text.split(SEPARATOR);
  const own = documents.filter(isNamed(MODEL));
  const others = documents.map((each) =>
    own.includes(each) ? each : withEntries(each, name, last),
  );
  const before = documents.findIndex(isNamed(last));
  const copies = own.map((document) => renamed(document, name));
  return others.toSpliced(before, 0, ...copies).join(SEPARATOR);
}

module.exports = { LAST_CONTEXT, LAST_SERVICE, MODEL, renamed, withContext, withoutCalls };
