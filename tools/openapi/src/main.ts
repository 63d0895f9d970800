import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { toOpenApi30 } from './to-openapi-3-0';
import { toReleased } from './compatibility';
import { renderDocsPage } from './docs-page';
import { DOCUMENT, OPERATIONS } from './document';
import { renderLlmsText } from './llms-text';
import { createPostmanCollection } from './postman';

const [folder, releasedFile] = process.argv.slice(2);
if (folder === undefined) {
  throw new Error('Usage: node dist/openapi-document/main.js FOLDER [RELEASED_FILE]');
}
const docs = join(folder, 'docs');
mkdirSync(docs, { recursive: true });

const written = (document: object): string => `${JSON.stringify(document, null, 2)}\n`;

const files = {
  'openapi.json': written(DOCUMENT),
  'docs/openapi.3.0.json': written(toOpenApi30(DOCUMENT)),
  'docs/openapi.operations.json': written(OPERATIONS),
  'docs/postman.json': written(createPostmanCollection(OPERATIONS)),
  'docs/llms.txt': renderLlmsText(OPERATIONS),
  'docs/index.html': renderDocsPage(OPERATIONS),
};
for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
if (releasedFile !== undefined) {
  writeFileSync(releasedFile, `${JSON.stringify(toReleased(DOCUMENT), null, 1)}\n`);
}

// Paths are relative to the repository.
buildSync({
  entryPoints: ['tools/openapi/page/script.ts', 'tools/openapi/page/style.css'],
  outdir: docs,
  bundle: true,
  minify: true,
  target: 'es2022',
  logLevel: 'warning',
});
