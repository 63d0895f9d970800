import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiDocument } from '../src/document';
import { generate } from './generate';

const [documentFile = '', folder = ''] = process.argv.slice(2);
const document = JSON.parse(readFileSync(documentFile, 'utf8')) as ApiDocument;
void generate(document).then((files) => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
});
