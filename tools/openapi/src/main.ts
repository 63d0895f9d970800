import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { asOpenApi30 } from './as-openapi-3-0';
import { releasedPartOf } from './compatibility';
import { docsPage } from './docs-page';
import { DOCUMENT, OPERATIONS } from './document';
import { llmsText } from './llms-text';
import { postmanCollection } from './postman';

const [folder, releasedFile] = process.argv.slice(2);
if (folder === undefined) {
  throw new Error('Usage: node dist/openapi-document/main.js FOLDER [FILE of what is released]');
}
const docs = join(folder, 'docs');
mkdirSync(docs, { recursive: true });

const written = (document: object): string => `${JSON.stringify(document, null, 2)}\n`;

const files = {
  'openapi.json': written(DOCUMENT),
  'docs/openapi.3.0.json': written(asOpenApi30(DOCUMENT)),
  'docs/openapi.operations.json': written(OPERATIONS),
  'docs/postman.json': written(postmanCollection(OPERATIONS)),
  'docs/llms.txt': llmsText(OPERATIONS),
  'docs/index.html': docsPage(OPERATIONS),
};
for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
if (releasedFile !== undefined) {
  writeFileSync(releasedFile, `${JSON.stringify(releasedPartOf(DOCUMENT), null, 1)}\n`);
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
