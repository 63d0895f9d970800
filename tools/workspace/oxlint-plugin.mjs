import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { SHARED_EXPORTS } from './shared-exports.mjs';

const ROOT = join(import.meta.dirname, '../..');

const LIMIT = /^(MOST|LONGEST|LARGEST|LEAST|SHORTEST)_/;

const FRAGMENT = /^(Of|The same|What|Whoever|Those|As)\b/;

const EXPORTED =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:const|function\*?|class|type|interface|enum) (\w+)/gm;

const PROJECTS = ['gateway', 'libs', 'services', 'tools'];
const NOT_SOURCE = /(^|\/)(node_modules|dist|test|browser|migrations|files)\/|\.test\.tsx?$/;

/** `libs/kernel`, or `services/dashboard/web` for a part with its own readers. */
function projectOf(path) {
  const [top, name, part] = path.split('/');
  if (top === 'gateway') return top;
  return name === 'dashboard' ? [top, name, part].join('/') : [top, name].join('/');
}

const exportsByRoot = new Map();

/** Projects that export each name. */
function readExports(root) {
  const found = exportsByRoot.get(root) ?? new Map();
  if (exportsByRoot.has(root)) return found;
  exportsByRoot.set(root, found);
  const files = PROJECTS.flatMap((top) =>
    readdirSync(join(root, top), { recursive: true }).map((file) => join(top, file)),
  );
  for (const path of files.map((file) => file.split(sep).join('/'))) {
    if (!/\.tsx?$/.test(path) || NOT_SOURCE.test(path)) continue;
    for (const [, name] of readFileSync(join(root, path), 'utf8').matchAll(EXPORTED)) {
      found.set(name, (found.get(name) ?? new Set()).add(projectOf(path)));
    }
  }
  return found;
}

const isFollowing = (comment, previous) =>
  comment.type === 'Line' &&
  previous?.type === 'Line' &&
  previous.loc.end.line === comment.loc.start.line - 1;

export default {
  meta: { name: 'workspace' },
  rules: {
    'restricted-syntax': {
      meta: { schema: { type: 'array' } },
      create: (context) =>
        Object.fromEntries(
          context.options.map(({ selector, message }) => [
            selector,
            (node) => context.report({ node, message }),
          ]),
        ),
    },

    'limit-names': {
      create: (context) => ({
        VariableDeclarator: ({ id }) => {
          if (id.type !== 'Identifier' || !LIMIT.test(id.name)) return;
          const message = `Name the limit ${id.name} MAX_… or MIN_…, with its unit.`;
          context.report({ node: id, message });
        },
      }),
    },

    'comment-sentences': {
      create: (context) => ({
        Program: () => {
          const comments = context.sourceCode.getAllComments();
          for (const [at, comment] of comments.entries()) {
            const text = comment.value.replace(/^[*\s]+/, '');
            const [fragment] = FRAGMENT.exec(text) ?? [];
            if (!fragment || isFollowing(comment, comments[at - 1])) continue;
            const message = `Write a sentence with subject and verb instead of "${fragment} …", or delete it.`;
            context.report({ node: comment, message });
          }
        },
      }),
    },

    'unique-exports': {
      meta: { schema: { type: 'array' } },
      create: (context) => {
        const [{ root = ROOT, shared = SHARED_EXPORTS } = {}] = context.options;
        const own = projectOf(relative(resolve(root), context.filename).split(sep).join('/'));
        const check = (id) => {
          const others = [...(readExports(resolve(root)).get(id.name) ?? [])].filter(
            (project) => project !== own,
          );
          if (others.length === 0 || Object.hasOwn(shared, id.name)) return;
          const message = `${others.join(', ')} exports another ${id.name}: qualify the name, or list it in shared-exports.mjs.`;
          context.report({ node: id, message });
        };
        return {
          ExportNamedDeclaration: ({ declaration }) => {
            if (declaration?.id) check(declaration.id);
            for (const { id } of declaration?.declarations ?? []) {
              if (id.type === 'Identifier') check(id);
            }
          },
        };
      },
    },
  },
};
